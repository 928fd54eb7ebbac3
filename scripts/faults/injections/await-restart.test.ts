import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresAnew, servicesAnew } from './anew.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pii-vault-anew-'));
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

describe('processes that are ended', () => {
  it('may lie between two when the fault comes', async () => {
    const successor = async () => void setTimeout(() => writeService('4711'), 100);
    await servicesAnew({ dataDir }, ['vault'], successor);
    await writeService('');
    await servicesAnew({ dataDir }, ['vault'], successor);
  });

  it('are waited for where it is PostgreSQL', async () => {
    setTimeout(() => writePostmaster(42), 100);
    let ended = 0;
    await postgresAnew({ dataDir }, (pid) => {
      ended = pid;
      setTimeout(() => writePostmaster(43), 100);
    });
    expect(ended).toBe(42);
  });
});
