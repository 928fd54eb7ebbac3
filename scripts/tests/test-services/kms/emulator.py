"""moto's AWS KMS with the checks of KMS that moto lacks, with Ed25519 keys, and with keys that survive restarts.

python emulator.py --keys FILE -H 127.0.0.1 -p 15000      (all but --keys are moto_server's arguments)
"""

import atexit
import contextvars
import os
import pickle
import signal
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from moto.core.exceptions import JsonRESTError
from moto.kms import models, responses, utils

ED25519 = "ECC_NIST_EDWARDS25519"
ED25519_ALGORITHMS = ["ED25519_SHA_512"]


class Refusal(JsonRESTError):
    code = 400


# --- Refuse disabled keys, deleted keys and keys of another usage.


def check_key(backend, key_id, usage):
    try:
        key = backend.keys[backend.any_id_to_key_id(key_id)]
    except Exception:
        return
    if key.key_state == "PendingDeletion":
        raise Refusal("KMSInvalidStateException", f"{key.arn} is pending deletion.")
    if key.key_state == "Disabled":
        raise Refusal("DisabledException", f"{key.arn} is disabled.")
    if usage is not None and key.key_usage != usage:
        raise Refusal("InvalidKeyUsageException", f"{key.arn} key usage is {key.key_usage}")


def argument(args, kwargs, name, position):
    return kwargs[name] if name in kwargs else args[position]


def guard(method, position, usage):
    original = getattr(models.KmsBackend, method)

    def guarded(self, *args, **kwargs):
        check_key(self, argument(args, kwargs, "key_id", position), usage)
        return original(self, *args, **kwargs)

    setattr(models.KmsBackend, method, guarded)


for name in ("encrypt", "generate_data_key"):
    guard(name, 0, "ENCRYPT_DECRYPT")
for name in ("sign", "verify"):
    guard(name, 0, "SIGN_VERIFY")
guard("get_public_key", 0, None)

original_schedule = models.KmsBackend.schedule_key_deletion


def schedule_key_deletion(self, key_id, pending_window_in_days):
    key_id = self.any_id_to_key_id(key_id)
    if self.keys[key_id].key_state == "PendingDeletion":
        raise Refusal("KMSInvalidStateException", f"{self.keys[key_id].arn} is pending deletion.")
    return original_schedule(self, key_id, pending_window_in_days)


models.KmsBackend.schedule_key_deletion = schedule_key_deletion

for name in ("disable_key", "enable_key"):

    def by_any_id(self, key_id, original=getattr(models.KmsBackend, name)):
        return original(self, self.any_id_to_key_id(key_id))

    setattr(models.KmsBackend, name, by_any_id)

# --- Refuse a ciphertext of another key or of an unknown one.


def decrypt(self, ciphertext_blob, encryption_context, key_id=None):
    try:
        blob_key = utils._deserialize_ciphertext_blob(ciphertext_blob).key_id
    except Exception:
        blob_key = None
    if key_id is not None:
        check_key(self, key_id, "ENCRYPT_DECRYPT")
    if blob_key not in self.keys:
        raise Refusal("InvalidCiphertextException", "")
    if key_id is not None and self.any_id_to_key_id(key_id) != blob_key:
        message = "The key ID in the request does not identify a CMK that can perform this operation."
        raise Refusal("IncorrectKeyException", message)
    check_key(self, blob_key, "ENCRYPT_DECRYPT")
    plaintext, used = utils.decrypt(self.keys, ciphertext_blob, encryption_context)
    return plaintext, self.keys[used].arn


models.KmsBackend.decrypt = decrypt

# --- Do not hash a digest again.

is_digest = contextvars.ContextVar("is_digest", default=False)


def with_message_type(name):
    original = getattr(responses.KmsResponse, name)

    def wrapped(self):
        token = is_digest.set(self._get_param("MessageType") == "DIGEST")
        try:
            return original(self)
        finally:
            is_digest.reset(token)

    setattr(responses.KmsResponse, name, wrapped)


with_message_type("sign")
with_message_type("verify")

HASHES = {"ECDSA_SHA_256": hashes.SHA256, "ECDSA_SHA_384": hashes.SHA384, "ECDSA_SHA_512": hashes.SHA512}
original_sign, original_verify = utils.ECDSAPrivateKey.sign, utils.ECDSAPrivateKey.verify


def prehashed(message, algorithm):
    chosen = HASHES[algorithm]()
    if len(message) != chosen.digest_size:
        raise Refusal("ValidationException", "Digest is invalid length for algorithm " + algorithm)
    return ec.ECDSA(Prehashed(chosen))


def ecdsa_sign(self, message, algorithm):
    if not is_digest.get():
        return original_sign(self, message, algorithm)
    utils.validate_signing_algorithm(algorithm, self.valid_signing_algorithms)
    return self.private_key.sign(message, prehashed(message, algorithm))


def ecdsa_verify(self, message, signature, algorithm):
    if not is_digest.get():
        return original_verify(self, message, signature, algorithm)
    utils.validate_signing_algorithm(algorithm, self.valid_signing_algorithms)
    try:
        self.private_key.public_key().verify(signature, message, prehashed(message, algorithm))
        return True
    except InvalidSignature:
        return False


utils.ECDSAPrivateKey.sign, utils.ECDSAPrivateKey.verify = ecdsa_sign, ecdsa_verify

# --- Ed25519 (RFC 8032, whole messages): KMS has it, moto does not.


class Ed25519Key(utils.AbstractPrivateKey):
    def __init__(self):
        self.private_key = ed25519.Ed25519PrivateKey.generate()

    def sign(self, message, signing_algorithm):
        utils.validate_signing_algorithm(signing_algorithm, ED25519_ALGORITHMS)
        return self.private_key.sign(message)

    def verify(self, message, signature, signing_algorithm):
        utils.validate_signing_algorithm(signing_algorithm, ED25519_ALGORITHMS)
        try:
            self.private_key.public_key().verify(signature, message)
            return True
        except InvalidSignature:
            return False

    def public_key(self):
        return self.private_key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )


original_specs, original_algorithms = utils.KeySpec.key_specs, utils.SigningAlgorithm.signing_algorithms
utils.KeySpec.key_specs = staticmethod(lambda: sorted([*original_specs(), ED25519]))
utils.SigningAlgorithm.signing_algorithms = staticmethod(
    lambda: sorted([*original_algorithms(), *ED25519_ALGORITHMS])
)
original_generate = utils.generate_private_key


def generate_private_key(key_spec):
    if key_spec == ED25519:
        return Ed25519Key()
    # moto generates an RSA key for every symmetric key, which takes 0.1 s each.
    return original_generate(key_spec) if key_spec.startswith(("RSA", "ECC")) else None


models.generate_private_key = generate_private_key
algorithms_of = models.Key.signing_algorithms
models.Key.signing_algorithms = property(
    lambda key: ED25519_ALGORITHMS if key.key_spec == ED25519 else algorithms_of.fget(key)
)

# --- Save keys on exit and load them on start.


def open_private_key(der):
    return serialization.load_der_private_key(der, None)


class KeyPickler(pickle.Pickler):
    def reducer_override(self, thing):
        if not isinstance(thing, (ed25519.Ed25519PrivateKey, ec.EllipticCurvePrivateKey, rsa.RSAPrivateKey)):
            return NotImplemented
        der = thing.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return open_private_key, (der,)


def save(path):
    backends = [
        (account, region, dict(backend.keys))
        for account, regions in models.kms_backends.items()
        for region, backend in regions.items()
    ]
    with open(path + ".new", "wb") as file:
        KeyPickler(file).dump(backends)
    os.replace(path + ".new", path)


def load(path):
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        for account, region, keys in pickle.load(file):
            models.kms_backends[account][region].keys.update(keys)


def end(_signal, _frame):
    # A second SIGTERM must not interrupt saving.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


if __name__ == "__main__":
    from moto import server

    server.signal_handler = end
    at = sys.argv.index("--keys")
    _, path = sys.argv[at : at + 2]
    del sys.argv[at : at + 2]
    load(path)
    atexit.register(save, path)
    server.main(sys.argv[1:])
