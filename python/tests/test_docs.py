"""The code blocks of docs/python.md run, one after the other."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_code_blocks_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = DOCS.read_text()
    blocks = [(text[: found.start()].count("\n") + 1, found.group(1))
              for found in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]
    assert len(blocks) >= 5
    names = {"__name__": "docs"}
    for line, block in blocks:
        exec(compile("\n" * line + block, str(DOCS), "exec"), names)
    said = capsys.readouterr().out
    plain, ours = (float(re.search(rf"^{name} +([\d.]+)$", said, re.MULTILINE).group(1)) for name in ("plain", "exact IR"))
    assert plain <= 0.6 < 0.9 <= ours
    assert (tmp_path / "why.svg").read_text().startswith("<svg")
