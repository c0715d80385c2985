"""Renders template files with the installed ansible-core as its template action does.

Reads a JSON array of {"template": text, "files": {name: text}, "variables": {name: value}, "settings": {name: value}} and
writes a JSON array of {"text": text} or {"error": class, "message": text}.
"""

import json
import os
import resource
import shutil
import signal
import sys
import tempfile

os.environ["ANSIBLE_DEPRECATION_WARNINGS"] = "False"
os.environ["ANSIBLE_SYSTEM_WARNINGS"] = "False"

from ansible.module_utils.common.text.converters import to_bytes  # noqa: E402
from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.template import Templar, trust_as_template  # noqa: E402
from ansible.utils.display import Display  # noqa: E402

Display.display = lambda *args, **named: None
Display.warning = lambda *args, **named: None
Display.deprecated = lambda *args, **named: None


def trusted(value):
    if isinstance(value, str):
        return trust_as_template(value)
    if isinstance(value, list):
        return [trusted(item) for item in value]
    if isinstance(value, dict):
        return {key: trusted(item) for key, item in value.items()}
    return value


class TooSlow(BaseException):
    pass


def give_up(_signal, _frame):
    raise TooSlow()


resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
signal.signal(signal.SIGALRM, give_up)
FOLDER = tempfile.mkdtemp()


def answer(case, number):
    folder = os.path.join(FOLDER, str(number))
    os.mkdir(folder)
    for name, text in case["files"].items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    signal.alarm(3)
    try:
        return {"text": rendered(case, folder)}
    except (TooSlow, MemoryError):
        return {"error": "too large"}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)[:300]}
    finally:
        signal.alarm(0)


def rendered(case, folder):
    variables = {"ansible_managed": "Ansible managed", "template_path": "main.j2", "ansible_search_path": [folder]}
    variables = {**trusted(case["variables"]), **variables}
    templar = Templar(loader=DataLoader(), variables=variables)
    templar = templar.copy_with_new_env(searchpath=[folder], available_variables=variables)
    text = trust_as_template(case["template"])
    result = templar.template(text, escape_backslashes=False, overrides=case["settings"])
    return to_bytes("" if result is None else result, errors="surrogate_or_strict").decode("utf-8")


try:
    json.dump([answer(case, number) for number, case in enumerate(json.load(sys.stdin))], sys.stdout)
finally:
    shutil.rmtree(FOLDER)
