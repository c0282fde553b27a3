"""Makes the certificates of the TLS tests, with new keys, valid from 2000 to 2126: needs the wheel `cryptography`. The
keys are no secrets. Prints the hash of the server's public key, which the tests pin."""

import base64
import datetime
import hashlib
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

folder = Path(__file__).parent


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, key, issuer, issuer_key, extensions):
    builder = (
        x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer)).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(datetime.datetime(2000, 1, 1))
        .not_valid_after(datetime.datetime(2126, 1, 1)))
    for extension in extensions:
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
    return builder.sign(issuer_key, hashes.SHA256())


def pem(key, encryption=NoEncryption()):
    return key.private_bytes(Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption)


authority, stranger, server, client = (ec.generate_private_key(ec.SECP256R1()) for _ in range(4))
for subject, key in [("authority", authority), ("stranger", stranger)]:
    own = certificate(subject, key, subject, key, [x509.BasicConstraints(ca=True, path_length=None)])
    (folder / f"{subject}.pem").write_bytes(own.public_bytes(Encoding.PEM))

served = certificate("server", server, "authority", authority, [
    x509.BasicConstraints(ca=False, path_length=None),
    x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")]),
    x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])])
(folder / "server.pem").write_bytes(pem(server) + served.public_bytes(Encoding.PEM))

shown = certificate("client", client, "authority", authority, [
    x509.BasicConstraints(ca=False, path_length=None), x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH])])
encryption = BestAvailableEncryption(b"secret")
(folder / "client.pem").write_bytes(pem(client) + shown.public_bytes(Encoding.PEM))
(folder / "client-certificate.pem").write_bytes(shown.public_bytes(Encoding.PEM))
(folder / "client-key.pem").write_bytes(pem(client, encryption))
(folder / "client.p12").write_bytes(pkcs12.serialize_key_and_certificates(None, client, shown, None, encryption))

public = server.public_key().public_bytes(Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
print(base64.b64encode(hashlib.sha256(public).digest()).decode())
