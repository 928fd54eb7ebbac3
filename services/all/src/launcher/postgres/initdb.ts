import { createHash, randomBytes } from 'node:crypto';
import { mkdir, unlink, writeFile } from 'node:fs/promises';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type DataFolder, give, runProgram } from './server-program.ts';

export interface EmptyCluster extends DataFolder {
  readonly binaries: PostgresBinaries;
  /** The administrator's: 20 or more letters, digits, - and _. */
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

const OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // The writer that fills a segment creates the next one while all others wait. Under load, 16 MB of zeros took 55 ms
  // on busy cores, once a second.
  '--wal-segsize=4',
];

/** Identifies the options of initdb, so that a changed option makes a new prepared cluster. */
export const OPTIONS_HASH = createHash('sha256').update(OPTIONS.join()).digest('hex').slice(0, 8);

/** Creates a data folder with a random password, which is discarded. */
export async function initialize(cluster: EmptyCluster, folder: string): Promise<void> {
  const passwordFile = `${folder}.password`;
  await makeFolder(cluster, folder);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await give(cluster, passwordFile);
  try {
    await runProgram(cluster, cluster.binaries.initdb, [
      `--pgdata=${folder}`,
      `--pwfile=${passwordFile}`,
      ...OPTIONS,
    ]);
  } finally {
    await unlink(passwordFile);
  }
}

export async function makeFolder(cluster: EmptyCluster, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await give(cluster, folder);
}
