"""Makes the wheel with CMake (PEP 517): Python's own library is enough, so that `pip install` asks no network.

The compilers and libraries are those of scripts/bootstrap --python. What is built lies in build/wheel, so that a second
time is quick; CMAKE_BUILD_PARALLEL_LEVEL says how many jobs there are.
"""

import base64
import hashlib
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text())["project"]
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}-cp{sys.version_info.major}{sys.version_info.minor}-linux_x86_64"
INFO = f"{PROJECT['name']}-{PROJECT['version']}.dist-info"
METADATA = f"""Metadata-Version: 2.1
Name: {PROJECT['name']}
Version: {PROJECT['version']}
Summary: {PROJECT['description']}
License: {PROJECT['license']['text']}
Requires-Python: {PROJECT['requires-python']}
""" + "".join(f"Requires-Dist: {name}\n" for name in PROJECT["dependencies"])
WHEEL = f"Wheel-Version: 1.0\nGenerator: gnnir\nRoot-Is-Purelib: false\nTag: {TAG}\n"


def get_requires_for_build_wheel(config_settings=None):
    return []


def _build(config_settings):
    """In build/wheel, or in a folder that is configured with GNNIR_PYTHON=ON: --config-settings build=build/release."""
    folder = ROOT / (config_settings or {}).get("build", "build/wheel")
    if not (folder / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DGNNIR_UNITY=ON",
                        "-DGNNIR_TESTS=OFF", "-DGNNIR_PYTHON=ON", f"-DPython_EXECUTABLE={_base_python()}"], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "gnnir_python"], check=True)
    return folder / "python" / "gnnir"


def _base_python():
    """Of a virtual environment the one it was made of, which has the headers."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return Path(sys.base_prefix) / "bin" / name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / INFO
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(METADATA)
    (folder / "WHEEL").write_text(WHEEL)
    return INFO


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _build(config_settings)
    name = f"{PROJECT['name']}-{PROJECT['version']}-{TAG}.whl"
    contents = {f"gnnir/{file.name}": file.read_bytes() for file in sorted(package.iterdir()) if file.is_file()}
    contents[f"{INFO}/METADATA"] = METADATA.encode()
    contents[f"{INFO}/WHEEL"] = WHEEL.encode()
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in contents.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(content)}\n"
            wheel.writestr(path, content)
        wheel.writestr(f"{INFO}/RECORD", record + f"{INFO}/RECORD,,\n")
    return name
