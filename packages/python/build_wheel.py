"""Builds the wheel of the client: for pip (PEP 517), and for a release with `python3 build_wheel.py DIR`."""

from __future__ import annotations

import base64
import hashlib
import sys
import zipfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
VERSION = (FOLDER / "bandeja/version.py").read_text().split('"')[1]
INFO = f"bandeja-{VERSION}.dist-info"

METADATA = f"""Metadata-Version: 2.1
Name: bandeja
Version: {VERSION}
Summary: The Python client of Bandeja, the results and rating service for padel.
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{(FOLDER / "README.md").read_text(encoding="utf-8")}"""

WHEEL = "Wheel-Version: 1.0\nGenerator: bandeja\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Return the name of the wheel."""
    files = {f"bandeja/{path.name}": path.read_bytes() for path in sorted((FOLDER / "bandeja").glob("*.py"))}
    files["bandeja/py.typed"] = b""
    files[f"{INFO}/METADATA"] = METADATA.encode()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    files[f"{INFO}/LICENSE"] = (FOLDER / "LICENSE").read_bytes()
    files[f"{INFO}/RECORD"] = "".join([*map(_record, files.items()), f"{INFO}/RECORD,,\n"]).encode()
    name = f"bandeja-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, content in files.items():
            # With a fixed time and uncompressed: the same sources give the same bytes everywhere.
            wheel.writestr(zipfile.ZipInfo(path), content)
    return name


def _record(file: tuple[str, bytes]) -> str:
    path, content = file
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


if __name__ == "__main__":
    print(Path(sys.argv[1]) / build_wheel(sys.argv[1]))
