"""The Flask page: public board and one page per human, live. Knows the table's views and the requests it accepts."""
