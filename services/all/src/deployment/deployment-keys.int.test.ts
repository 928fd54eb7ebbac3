import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCertificates } from './make-certificates.ts';
import { makePasswords } from './make-passwords.ts';
import { type Consumer, type KeyVolumes, openVolumes } from './volumes.ts';

const YEAR_MS = 365 * 86_400_000;
let root: string;
let volumes: KeyVolumes;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deployment-'));
  volumes = await openVolumes(root);
});
afterEach(() => rm(root, { recursive: true }));

/** Contents of every file of every volume. */
async function everything(): Promise<Record<string, string>> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const));
  return Object.fromEntries(texts);
}

it('creates everything once, readable by its user only', async () => {
  await makePasswords(volumes);
  expect(await makeCertificates(volumes)).toBe(true);
  const first = await everything();
  for (const file of Object.keys(first)) expect((await stat(file)).mode & 0o077).toBe(0);
  await makePasswords(volumes);
  expect(await makeCertificates(volumes)).toBe(false);
  expect(await everything()).toEqual(first);
});

it('creates the certificates again when one is truncated', async () => {
  await makeCertificates(volumes);
  const file = volumes.path('vault', 'tls.pem');
  const pem = await readFile(file, 'utf8');
  await writeFile(file, pem.slice(0, pem.length / 2));
  expect(await makeCertificates(volumes)).toBe(true);
  expect(new X509Certificate(await readFile(file)).checkHost('vault')).toBe('vault');
});

it('replaces a file atomically', async () => {
  await volumes.put('redis', 'redis.conf', 'first');
  const former = (await stat(volumes.path('redis', 'redis.conf'))).ino;
  await volumes.put('redis', 'redis.conf', 'second');
  expect((await stat(volumes.path('redis', 'redis.conf'))).ino).not.toBe(former);
});

it('gives a password only to its two parties', async () => {
  await makePasswords(volumes);
  const password = await volumes.secret('vault', 'kafka-password');
  const holders = Object.entries(await everything()).filter(([, text]) => text.includes(password));
  const expected = [volumes.path('vault', 'kafka-password'), volumes.path('kafka', 'users')];
  expect(holders.map(([file]) => file).sort()).toEqual(expected.sort());
  const admin = await volumes.secret('postgres', 'admin-password');
  const admins = Object.entries(await everything()).filter(([, text]) => text.includes(admin));
  expect(admins.map(([file]) => file)).toEqual(
    expect.arrayContaining([volumes.path('migrate', 'admin-password')]),
  );
  expect(admins).toHaveLength(2);
});

it('issues a certificate per container name, and no certificate can sign another', async () => {
  await makeCertificates(volumes);
  const certificate = async (name: Consumer, file = 'tls.pem') =>
    new X509Certificate(await readFile(volumes.path(name, file)));
  const processes = await certificate('vault', 'ca.pem');
  const parts = await certificate('vault', 'parts-ca.pem');
  for (const name of SERVICE_NAMES) {
    const own = await certificate(name);
    expect([own.checkHost(name), own.ca, own.verify(processes.publicKey)]).toEqual([name, false, true]);
    expect(own.verify(parts.publicKey)).toBe(false);
  }
  for (const name of ['postgres', 'kafka', 'redis'] as const) {
    const own = await certificate(name);
    expect([own.checkHost(name), own.ca, own.verify(parts.publicKey)]).toEqual([name, false, true]);
    expect(own.verify(processes.publicKey)).toBe(false);
  }
});

it('renews all a month before they expire, or when one is missing', async () => {
  await makeCertificates(volumes);
  const before = await readFile(volumes.path('audit', 'tls.pem'), 'utf8');
  const serviceKey = await readFile(volumes.path('audit', 'service.key'), 'utf8');
  expect(await makeCertificates(volumes, Date.now() + YEAR_MS - 31 * 86_400_000)).toBe(false);
  expect(await makeCertificates(volumes, Date.now() + YEAR_MS - 29 * 86_400_000)).toBe(true);
  expect(await readFile(volumes.path('audit', 'tls.pem'), 'utf8')).not.toBe(before);
  // It has signed records on the bus.
  expect(await readFile(volumes.path('audit', 'service.key'), 'utf8')).toBe(serviceKey);
  await rm(volumes.path('redis', 'tls.pem'));
  expect(await makeCertificates(volumes)).toBe(true);
});
