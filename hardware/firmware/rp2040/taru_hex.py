"""Arguments of an event as they stand on the line."""


def hex_args(*numbers):
    return ",".join("%X" % value for value in numbers)
