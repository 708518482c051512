#!/usr/bin/python3
"""Writes gnnir/_settings.py, the keywords of the estimators, from the library's table of settings.

  PYTHONPATH=build/release/python python3 python/write_settings.py           prints it
  PYTHONPATH=build/release/python python3 python/write_settings.py --write   writes it
"""
import json
import sys
import textwrap
from pathlib import Path

folder = Path(__file__).resolve().parent / "gnnir"

# What fit itself says, what is the host's (scikit-learn has folds of its own), and what names no setting of a model.
LEFT_OUT = {"dataset", "task", "folds", "inner_validation"}
TYPES = {"integer": "int", "number": "float", "text": "str", "true or false": "bool", "list of texts": "list[str]",
         'integer or "all"': "int | str", "": "str"}
OF_A_RUN = [("folder", "str | PathLike[str] | None", "None", "where the run is kept; None: nowhere"),
            ("resume", "bool", "False", "go on with the run that is in the folder, if there is one"),
            ("threads", "int | None", "None", "None: all cores; results do not depend on it"),
            ("time", "float | str | None", "None", 'seconds, or "1h30m": end well within it'),
            ("max_memory", "float | None", "None", "bytes; None: what the process could have"),
            ("engine", "str | None", "None", "fused (None) or reference"),
            ("baseline", "bool", "False", "the plain GNN (L = 0) first, on the same graphs, for a quarter of the time"),
            ("match_parameters", "bool", "False", "that plain GNN as wide as gives it as many parameters"),
            ("checkpoint_every", "int | None", "None", "also save within an epoch, every so many steps"),
            ("verbose", "bool", "True", "a line that says how far it is")]


def text_of(settings):
    fields = [field for field in settings if field["key"] not in LEFT_OUT]
    lines = ['"""Keywords of the estimators. Written by python/write_settings.py from the table of settings: do not edit."""',
             "", "from __future__ import annotations", "", "from os import PathLike", "",
             "PATHS: dict[str, str] = {"]
    lines += [f'    "{field["key"]}": "{field["section"]}.{field["key"]}",' for field in fields]
    lines += ["}", '"""What each is called in the library."""', "", "", "class Settings:",
              '    """What an estimator is told. None leaves a setting open: what fits the graphs is chosen.', ""]
    for field in fields:
        choices = f" ({', '.join(field['choices'])})" if field["choices"] else ""
        lines += textwrap.wrap(f"{field['key']}{choices}: {field['help']}", 116, initial_indent="    ",
                               subsequent_indent="        ")
    for name, _, _, words in OF_A_RUN:
        lines.append(f"    {name}: {words}")
    lines += ['    """', "", "    def __init__(", "        self,", "        *,"]
    lines += [f"        {field['key']}: {TYPES[field['type']]} | None = None," for field in fields]
    lines += [f"        {name}: {kind} = {default}," for name, kind, default, _ in OF_A_RUN]
    lines += ["    ) -> None:"]
    lines += [f"        self.{name} = {name}" for name in [f["key"] for f in fields] + [run[0] for run in OF_A_RUN]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    # The module alone: the package may have no settings yet.
    import importlib.util

    built = next(Path(path) / "gnnir" for path in sys.path if list(Path(path).glob("gnnir/_core*.so")))
    spec = importlib.util.spec_from_file_location("gnnir._core", next(built.glob("_core*.so")))
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    text = text_of(core.settings())
    if "--write" in sys.argv:
        (folder / "_settings.py").write_text(text)
    else:
        print(text, end="")
