"""Where pictures come from: the protocol, each camera, and files of pictures."""
