"""The eye: from frames to what lies on the table, in millimetres, with its uncertainty."""

import os

# OpenCV reads this once, when a video is first read or written; what is wrong we say ourselves.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
