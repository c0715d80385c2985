"""Renders template files with the installed ansible-core as its template action does.

Reads a JSON array of {"template": text, "files": {name: text}, "variables": {name: value}, "settings": {name: value}} and
writes a JSON array of {"text": text} or {"error": class, "message": text}.
"""

import json
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
from bounded import bounded, trust_as_template, trusted  # noqa: E402

from ansible.module_utils.common.text.converters import to_bytes  # noqa: E402
from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.template import Templar  # noqa: E402

FOLDER = tempfile.mkdtemp()


def answer(case, number):
    folder = os.path.join(FOLDER, str(number))
    os.mkdir(folder)
    for name, text in case["files"].items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    try:
        return {"text": rendered(case, folder)}
    except MemoryError:
        raise
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)[:300]}


def rendered(case, folder):
    variables = {"ansible_managed": "Ansible managed", "template_path": "main.j2", "ansible_search_path": [folder]}
    variables = {**trusted(case["variables"]), **variables}
    templar = Templar(loader=DataLoader(), variables=variables)
    templar = templar.copy_with_new_env(searchpath=[folder], available_variables=variables)
    text = trust_as_template(case["template"])
    result = templar.template(text, escape_backslashes=False, overrides=case["settings"])
    return to_bytes("" if result is None else result, errors="surrogate_or_strict").decode("utf-8")


try:
    cases = enumerate(json.load(sys.stdin))
    json.dump([bounded(lambda: answer(case, number)) for number, case in cases], sys.stdout)
finally:
    shutil.rmtree(FOLDER)
