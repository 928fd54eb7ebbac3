import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { BUS_RETENTION_MS } from '@pii-vault/platform/messaging/bus';
import type { RecordKeys } from '@pii-vault/platform/messaging/record-keys';
import { generateServiceKey, serviceKeyFromPem } from '@pii-vault/platform/rpc/tokens/service-token';
import { formerKeyFile, readKnownKeys, replacedAtOf } from '@pii-vault/platform/runtime/process/service-keys';

/** A key older than this is replaced at the next start. */
const REPLACE_AFTER_MS = 30 * 86_400_000;

export interface ServiceKeyFiles {
  /** Folder of current and previous public keys: PIIVAULT_SERVICE_KEYS_DIR. */
  readonly publicKeys: string;
  /** File of the private key. */
  keyFile(name: ServiceName): string;
}

/**
 * Service keys of a vault on this machine. They survive a restart, because records on the bus are signed by them. A
 * start after 30 days replaces them; their public keys stay for the retention time of the bus.
 * @param now epoch ms
 */
export async function ensureServiceKeys(folder: string, now = Date.now()): Promise<ServiceKeyFiles> {
  const publicKeys = join(folder, 'public');
  await mkdir(publicKeys, { recursive: true, mode: 0o700 });
  const keyFile = (name: ServiceName) => join(folder, `${name}.service.key`);
  for (const name of SERVICE_NAMES) {
    const publicFile = join(publicKeys, `${name}.pem`);
    const kept = await readKept(keyFile(name), now);
    if (kept === undefined) {
      await moveIfThere(publicFile, join(publicKeys, formerKeyFile(name, new Date(now))));
      const { privateKey, publicKey } = generateServiceKey();
      await write(keyFile(name), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await write(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
    } else await write(publicFile, kept.export({ type: 'spki', format: 'pem' }));
  }
  for (const file of await readdir(publicKeys)) {
    const replacedAt = replacedAtOf(file);
    if (replacedAt !== undefined && replacedAt + BUS_RETENTION_MS < now) await rm(join(publicKeys, file));
  }
  return { publicKeys, keyFile };
}

/** The same keys for a bus in this process. @throws Error naming a file without an Ed25519 key */
export async function loadRecordKeys(folder: string): Promise<RecordKeys> {
  const { publicKeys, keyFile } = await ensureServiceKeys(folder);
  const pairs = await Promise.all(
    SERVICE_NAMES.map(
      async (name) => [name, serviceKeyFromPem(await readFile(keyFile(name), 'utf8'))] as const,
    ),
  );
  const problems: string[] = [];
  const current = new Map(pairs.map(([name, { publicKey }]) => [name, publicKey]));
  const known = readKnownKeys(publicKeys, current, problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { signing: new Map(pairs.map(([name, { privateKey }]) => [name, privateKey])), known };
}

/** The public key of the file's key; undefined when it has to be replaced. */
async function readKept(file: string, now: number): Promise<KeyObject | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    const key = createPublicKey(await readFile(file));
    return key.asymmetricKeyType === 'ed25519' && now - mtimeMs < REPLACE_AFTER_MS ? key : undefined;
  } catch {
    // Missing or truncated: it is replaced.
    return undefined;
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function write(file: string, text: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, text, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
