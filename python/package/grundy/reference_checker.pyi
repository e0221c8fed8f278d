"""The second checker of certificates, written from FORMATS.md alone: the file ``checkers/check_certificate.py``."""

import os
from typing import List, Union

def check(path: Union[str, "os.PathLike[str]"]) -> int: ...
def main(arguments: List[str]) -> int: ...
