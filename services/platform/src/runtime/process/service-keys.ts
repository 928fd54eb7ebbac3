import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';
import type { KnownKey } from '../../messaging/record-keys.ts';
import { type ServicePublicKeys, serviceKeyFromPem } from '../../rpc/tokens/service-token.ts';

/** Reads <name>.pem of every service; adds a missing file or another type of key to `problems`. */
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

/** Reads a private key and compares it with the service's public key, so that a mismatch fails the start. */
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

/** `vault.next.pem` and `vault.until-20261126T170000Z.pem`, next to `vault.pem`. */
const FURTHER_KEY = /^([a-z]+)\.(?:next|until-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z)\.pem$/;

/** Name of the file of a public key that was in use until `at`. */
export function formerKeyFile(name: ServiceName, at: Date): string {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${name}.until-${stamp}.pem`;
}

/** Until when the key in a file was in use, epoch ms; undefined for a file that holds no former key. */
export function replacedAtOf(file: string): number | undefined {
  const [, , year, month, day, hour, minute, second] = FURTHER_KEY.exec(file) ?? [];
  if (year === undefined) return undefined;
  const replacedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(replacedAt) ? undefined : replacedAt;
}

/**
 * Keys that may have signed a record on the bus: current ones, next ones (`<name>.next.pem`) and former ones
 * (`<name>.until-<UTC time>.pem`). The latter two verify only records, never tokens. Adds keys that are not Ed25519 to
 * `problems`.
 */
export function readKnownKeys(
  folder: string,
  publicKeys: ServicePublicKeys,
  problems: string[],
): ReadonlyMap<ServiceName, readonly KnownKey[]> {
  const known = new Map<ServiceName, KnownKey[]>();
  for (const [name, key] of publicKeys) known.set(name, [{ key }]);
  for (const file of filesIn(folder)) {
    const name = SERVICE_NAMES.find((service) => service === FURTHER_KEY.exec(file)?.[1]);
    const key = name === undefined ? undefined : readEd25519(join(folder, file));
    if (name !== undefined && key === undefined)
      problems.push(`PIIVAULT_SERVICE_KEYS_DIR: ${file} holds no Ed25519 key`);
    if (name !== undefined && key !== undefined)
      known.get(name)?.push({ key, replacedAt: replacedAtOf(file) });
  }
  return known;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // A folder that cannot be read has been reported with the keys that it should hold.
    return [];
  }
}

function readEd25519(file: string): KeyObject | undefined {
  try {
    const key = createPublicKey(readFileSync(file));
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
