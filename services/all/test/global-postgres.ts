import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/launcher/postgres/embedded-postgres.ts';

const PREFIX = 'pii-vault-test-';
const ABANDONED_MS = 3_600_000;

/** vitest global setup: starts one PostgreSQL server per run, and removes it with its data afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const server = await startEmbeddedPostgres({
    folder: join(folder, 'pg'),
    mode: 'test',
    log: silentLogger(),
  });
  project.provide('postgres', server.access('postgres'));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Stops and removes servers of killed runs one hour after their last use. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !(await isAbandoned(folder))) continue;
    const pidFile = await readFile(join(folder, 'pg/pgdata/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(pidFile.split('\n', 1)[0]);
    const works = pid > 1 ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : '';
    if (works === join(folder, 'pg/pgdata')) process.kill(pid, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
  if (age < ABANDONED_MS) return false;
  const claim = await readFile(join(folder, 'pg/owner.json'), 'utf8').catch(() => undefined);
  if (claim === undefined) return true;
  const { pid }: { pid: number } = JSON.parse(claim);
  return (await readlink(`/proc/${pid}/exe`).catch(() => undefined)) === undefined;
}
