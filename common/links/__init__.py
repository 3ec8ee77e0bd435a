"""Finding shop links in what people post: text, HTML, wrapped and short links."""
