"""The Flask page: public board, one page per human, live by server-sent events. Knows the table's views and requests."""
