"""What volunteers report and how far each is trusted: reports, second looks, persons set aside."""
