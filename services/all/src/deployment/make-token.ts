import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyVolumes } from './volumes.ts';

const LABEL = 'pii-vault';

/** Makes a SoftHSM2 token in the volume that crypto mounts, once. Its PIN goes to crypto alone. */
export async function makeToken(volumes: KeyVolumes, folder: string, configFolder: string): Promise<void> {
  const tokens = join(folder, 'tokens');
  const pin = await volumes.secret('crypto', 'pin');
  if ((await readdir(tokens).catch(() => [])).length > 0) return;
  await mkdir(tokens, { recursive: true, mode: 0o700 });
  const config = join(configFolder, 'softhsm2.conf');
  await writeFile(
    config,
    `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  const args = ['--init-token', '--free', '--label', LABEL, '--pin', pin];
  const officerPin = randomBytes(16).toString('hex');
  await promisify(execFile)('softhsm2-util', [...args, '--so-pin', officerPin], {
    env: { ...process.env, SOFTHSM2_CONF: config },
  }).catch(() => {
    // The command line holds the PIN: it is not repeated.
    throw new Error('softhsm2-util made no token; are the folders of the token writable?');
  });
}
