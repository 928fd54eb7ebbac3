import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@pii-vault/contract/client';
import { databaseUrl } from '../../running-vault/database-access.ts';
import { type Finding, findingOf } from './finding.ts';

const run = promisify(execFile);
const FSCK = resolve(import.meta.dirname, '../../../product/audit-fsck/main.ts');

/** Runs the vault's verification, and audit-fsck, which shares no code with it. */
export async function checkProofs(
  client: Client,
  vault: { readonly dataDir: string; readonly keysDir: string },
): Promise<Finding[]> {
  const { verified, firstBadIndex, reason } = await client.call('POST /audit-trail/verify', {});
  const own = verified ? [] : [`entry ${firstBadIndex}: ${reason}`];
  const checkpoints = join(vault.keysDir, 'audit-checkpoints');
  const outside = await run(process.execPath, [
    FSCK,
    '--checkpoints',
    checkpoints,
    await databaseUrl(vault.dataDir),
  ]).then(
    () => [],
    (error: { stdout?: string; stderr?: string }) => [`${error.stdout ?? ''}${error.stderr ?? ''}`.trim()],
  );
  return [
    ...findingOf('proofs verify', 'the vault does not verify its trail', own),
    ...findingOf('proofs verify', 'audit-fsck', outside),
  ];
}
