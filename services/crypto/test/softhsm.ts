import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressOf } from '@pii-vault/platform/testing/test-services';
import { inject } from 'vitest';
import type { TokenClientOptions } from '../src/key-store/pkcs11-client.ts';

const run = promisify(execFile);
/** Path of the library that scripts/tests/test-services found. */
const libraryOf = () => addressOf(inject('testServices'), 'CRYPTO_PKCS11_LIBRARY');

/** A SoftHSM2 token in a separate folder. One at a time per process, because the library reads SOFTHSM2_CONF. */
export interface SoftHsm {
  /** Folder of the token's files. */
  readonly tokens: string;
  readonly pin: string;
  readonly options: TokenClientOptions;
  remove(): Promise<void>;
}

export async function startSoftHsm(label = 'pii-vault'): Promise<SoftHsm> {
  const folder = await mkdtemp(join(tmpdir(), 'softhsm-'));
  const tokens = join(folder, 'tokens');
  const pin = 'pin-of-the-test';
  await mkdir(tokens);
  const conf = join(folder, 'softhsm2.conf');
  await writeFile(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  process.env.SOFTHSM2_CONF = conf;
  const init = ['--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', 'so-pin-of-the-test'];
  await run('softhsm2-util', init);
  return {
    tokens,
    pin,
    options: { library: libraryOf(), token: label, pin, sessions: 2, timeoutMs: 10_000 },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
