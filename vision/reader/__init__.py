"""The reader: the ladder of looks, the decoder, photographs."""
