import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitPostgresRestart, awaitServiceRestart } from './await-restart.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pii-vault-restart-'));
  for (const folder of ['processes', 'postgres/pgdata'])
    await mkdir(join(dataDir, folder), { recursive: true });
});
afterEach(() => rm(dataDir, { recursive: true }));

const writeService = (pid: string) => writeFile(join(dataDir, 'processes/vault'), pid);
const writePostmaster = (pid: number) =>
  writeFile(
    join(dataDir, 'postgres/pgdata/postmaster.pid'),
    `${pid}\n${dataDir}\n${1_700_000_000 + pid}\n5432\n`,
  );

describe('waiting for a restart', () => {
  it('accepts a missing pid file before the fault', async () => {
    const successor = async () => void setTimeout(() => writeService('4711'), 100);
    await awaitServiceRestart({ dataDir }, ['vault'], successor);
    await writeService('');
    await awaitServiceRestart({ dataDir }, ['vault'], successor);
  });

  it('waits until PostgreSQL runs, and then for its successor', async () => {
    setTimeout(() => writePostmaster(42), 100);
    let ended = 0;
    await awaitPostgresRestart({ dataDir }, (pid) => {
      ended = pid;
      setTimeout(() => writePostmaster(43), 100);
    });
    expect(ended).toBe(42);
  });
});
