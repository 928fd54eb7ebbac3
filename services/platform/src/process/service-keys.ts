import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '../context/caller.ts';
import { type ServicePublicKeys, serviceKeyFromPem } from '../tokens/service-token.ts';

/** <name>.pem of every service; what is missing or no Ed25519 key is added to `problems`. */
export function readPublicKeys(folder: string, problems: string[]): ServicePublicKeys {
  const keys = new Map<ServiceName, KeyObject>();
  for (const name of SERVICE_NAMES) {
    const file = join(folder, `${name}.pem`);
    try {
      const key = createPublicKey(readFileSync(file));
      if (key.asymmetricKeyType === 'ed25519') keys.set(name, key);
      else problems.push(`PIIVAULT_SERVICE_KEYS_DIR: ${name}.pem holds no Ed25519 key`);
    } catch {
      problems.push(`PIIVAULT_SERVICE_KEYS_DIR: ${name}.pem cannot be read as a public key`);
    }
  }
  return keys;
}

/** A private key that the others would not know is found here, and not at the first call. */
export function readServiceKey(
  name: ServiceName,
  pem: string,
  publicKeys: ServicePublicKeys,
  problems: string[],
): KeyObject | undefined {
  const variable = `${name.toUpperCase()}_SERVICE_KEY`;
  try {
    const { privateKey, publicKey } = serviceKeyFromPem(pem);
    const known = publicKeys.get(name);
    if (known === undefined || known.equals(publicKey)) return privateKey;
    problems.push(`${variable}: does not belong to ${name}.pem in PIIVAULT_SERVICE_KEYS_DIR`);
  } catch {
    problems.push(`${variable}: is not a PKCS#8 private key in PEM form`);
  }
  return undefined;
}
