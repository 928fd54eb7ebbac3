import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postgresBinaries } from './postgres-binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-bin-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes three programs, one of which prints its version. */
async function programThatSays(version: string): Promise<void> {
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    await writeFile(join(folder, name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
}

it('uses the programs of a folder, and leaves no files next to it', async () => {
  await programThatSays('postgres (PostgreSQL) 18.4 (Debian 18.4-1.pgdg12+1)');
  expect(await postgresBinaries(folder)).toEqual({
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
    pgCtl: join(folder, 'pg_ctl'),
    mayKeepFilesBeside: false,
  });
});

it('refuses another major version, and a folder without the programs', async () => {
  await programThatSays('postgres (PostgreSQL) 17.18');
  await expect(postgresBinaries(folder)).rejects.toThrow(
    `PostgreSQL 18 is required, but ${folder} contains postgres (PostgreSQL) 17.18`,
  );
  await programThatSays('postgres (PostgreSQL) 18.4');
  await rm(join(folder, 'initdb'));
  await expect(postgresBinaries(folder)).rejects.toThrow(`There is no initdb that runs in ${folder}`);
  await rm(join(folder, 'postgres'));
  await expect(postgresBinaries(folder)).rejects.toThrow(`There is no PostgreSQL that runs in ${folder}`);
});
