import { X509Certificate } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { makeAuthority } from '@pii-vault/platform/runtime/process/certificates';
import { makeProcessKeys } from './process-keys.ts';
import type { Consumer, KeyVolumes } from './volumes.ts';

const DAY_MS = 86_400_000;
const RENEWED_BEFORE_MS = 30 * DAY_MS;
const PARTS = ['postgres', 'kafka', 'redis'] as const;
const CERTIFICATE = 'tls.pem';
const KEY = 'tls.key';

/**
 * Creates the certificates of all containers together when one is missing or expires within 30 days. The authorities'
 * keys are discarded, so single certificates cannot be added. Service keys are created once. Two authorities keep a
 * certificate of a database or cache from being accepted as a process.
 * @returns whether certificates were created; then every container has to be restarted
 */
export async function makeCertificates(volumes: KeyVolumes, now = Date.now()): Promise<boolean> {
  const holders: readonly Consumer[] = [...SERVICE_NAMES, ...PARTS];
  const good = await Promise.all(holders.map((name) => isGood(volumes.path(name, CERTIFICATE), now)));
  if (good.every(Boolean)) return false;
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  try {
    await ofProcesses(volumes, folder);
    await ofParts(volumes, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return true;
}

async function isGood(file: string, now: number): Promise<boolean> {
  const pem = await readFile(file).catch(() => undefined);
  const endsAt = pem === undefined ? undefined : endOf(pem);
  return endsAt !== undefined && endsAt.getTime() - now > RENEWED_BEFORE_MS;
}

/** Undefined for an invalid certificate, such as a file truncated by a full disk: it is created again. */
function endOf(pem: Buffer): Date | undefined {
  try {
    return new X509Certificate(pem).validToDate;
  } catch {
    return undefined;
  }
}

/** Existing service keys stay, because they have signed records on the bus. */
async function bringServiceKeys({ path }: KeyVolumes, folder: string): Promise<void> {
  const kept = join(folder, 'processes');
  await mkdir(kept);
  for (const name of SERVICE_NAMES)
    await copyFile(path(name, 'service.key'), join(kept, `${name}.service.key`)).catch(absent);
}

function absent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function ofProcesses(volumes: KeyVolumes, folder: string): Promise<void> {
  const { put } = volumes;
  await bringServiceKeys(volumes, folder);
  const { shared, own } = await makeProcessKeys(folder);
  const publicDir = shared.PIIVAULT_SERVICE_KEYS_DIR ?? '';
  const publicFiles = await readdir(publicDir);
  const [authority, ...publicKeys] = await readAll([
    shared.PIIVAULT_TLS_CA_FILE ?? '',
    ...publicFiles.map((file) => join(publicDir, file)),
  ]);
  for (const name of SERVICE_NAMES) {
    const [serviceKey, key, certificate] = await readAll(ownFiles(own(name), name));
    await put(name, 'service.key', serviceKey ?? '');
    for (const [at, file] of publicFiles.entries())
      await put(name, join('public', file), publicKeys[at] ?? '');
    await put(name, 'ca.pem', authority ?? '');
    await put(name, KEY, key ?? '');
    // Written last: marks the set as complete.
    await put(name, CERTIFICATE, certificate ?? '');
  }
}

const ownFiles = (own: Readonly<Record<string, string>>, name: ServiceName) => [
  own[`${name.toUpperCase()}_SERVICE_KEY_FILE`] ?? '',
  own.PIIVAULT_TLS_KEY_FILE ?? '',
  own.PIIVAULT_TLS_CERT_FILE ?? '',
];

async function ofParts({ put }: KeyVolumes, folder: string): Promise<void> {
  const authority = await makeAuthority(folder, 'pii-vault parts');
  const [ca = ''] = await readAll([authority.ca]);
  for (const name of [...SERVICE_NAMES, 'migrate'] as const) await put(name, 'parts-ca.pem', ca);
  for (const name of PARTS) {
    const files = await authority.issue(name, [name, 'localhost']);
    const [key = '', certificate = ''] = await readAll([files.key, files.cert]);
    await put(name, 'ca.pem', ca);
    await put(name, KEY, key);
    // Kafka reads both from one file.
    if (name === 'kafka') await put(name, 'keystore.pem', `${key}${certificate}`);
    await put(name, CERTIFICATE, certificate);
  }
}

const readAll = (files: readonly string[]) => Promise.all(files.map((file) => readFile(file, 'utf8')));
