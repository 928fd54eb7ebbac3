// The setup container: creates keys, certificates and passwords of the other containers once, in their volumes.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { makeCertificates } from './make-certificates.ts';
import { makePasswords } from './make-passwords.ts';
import { type KeyVolumes, openVolumes } from './volumes.ts';

const LABEL = 'pii-vault';

/** Creates a SoftHSM2 token in crypto's volume, once. Only crypto gets its PIN. */
async function makeToken(volumes: KeyVolumes, folder: string, configFolder: string): Promise<void> {
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
    // The command line contains the PIN, so the error does not repeat it.
    throw new Error('softhsm2-util created no token: check that the folders of the token are writable');
  });
}

const { values } = parseArgs({ options: { root: { type: 'string', default: '/volumes' } } });
const volumes = await openVolumes(values.root);
await makePasswords(volumes);
const areNew = await makeCertificates(volumes);
await makeToken(volumes, `${values.root}/crypto-data`, tmpdir());
process.stdout.write(
  areNew
    ? 'Keys and certificates were created. Restart containers that already ran: docker compose restart\n'
    : 'Keys and certificates exist already.\n',
);
