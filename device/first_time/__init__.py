"""The guide of a first time: camera, cards, lights, first deal."""
