"""The page: a public board and one page per human. Knows the table's views and the requests that it accepts."""
