"""Answers with the VaultLib of the installed ansible-core.

Reads a JSON array of questions and writes a JSON array of answers:
- {"encrypt": base64, "password": text, "id": text or null}: the vaulted text;
- {"text": text, "passwords": [[id, text], ...], "match": bool}: the plain bytes in base64, or null where it is refused.
"""

import base64
import json
import sys

from ansible import constants as C
from ansible.parsing.vault import VaultLib, VaultSecret


def answer(question):
    if "encrypt" in question:
        secret = VaultSecret(question["password"].encode())
        plain = base64.b64decode(question["encrypt"])
        return VaultLib().encrypt(plain, secret=secret, vault_id=question["id"]).decode()
    C.DEFAULT_VAULT_ID_MATCH = question["match"]
    secrets = [(name, VaultSecret(password.encode())) for name, password in question["passwords"]]
    try:
        return base64.b64encode(VaultLib(secrets).decrypt(question["text"])).decode()
    except Exception:
        return None


json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout)
