"""Finding shop links in what people post (text, HTML, link cards), and expanding short ones."""
