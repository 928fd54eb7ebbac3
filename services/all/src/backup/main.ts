import { spawnSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newVault, runningVault } from './embedded-access.ts';
import { type LostEntries, setAsideLater } from './kept-checkpoints.ts';
import type { Replayed } from './replay-revocations.ts';
import { restoreVault } from './restore-vault.ts';
import { takeBackup } from './take-backup.ts';

const USAGE = `usage: pii-vault backup FILE
       pii-vault restore [--accept-lost-revocations] FILE

backup   everything that the running vault holds, at one moment, encrypted under the backup keys. The vault goes on.
restore  into a new data folder; no vault may run on it. Needs the keys folder: without it no backup opens. The audit
         trail is checked before the vault may be started. What was erased, withdrawn or revoked since the backup is taken
         away again, by the list in the keys folder.
Folders are PIIVAULT_DATA_DIR and PIIVAULT_KEYS_DIR, as for \`make run\`. deploy/backup.md tells what is lost and what is not.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function backup(file: string): Promise<number> {
  const vault = await runningVault(process.env);
  try {
    const { madeAt, companies, sections } = await takeBackup(vault, resolve(file));
    say(
      `Backed up ${companies} companies in ${sections} sections, as of ${madeAt.toISOString()}: ${resolve(file)}`,
    );
    return 0;
  } finally {
    await vault.close();
  }
}

async function restore(file: string, acceptLost: boolean): Promise<number> {
  const vault = await newVault(process.env);
  let isSound = false;
  let lost: LostEntries | undefined;
  try {
    const restored = await restoreVault(vault, resolve(file), { acceptLost });
    const { madeAt, sections, auditEntries, replayed } = restored;
    say(
      `Restored ${sections} sections as of ${madeAt.toISOString()}; the audit trail has ${auditEntries} entries.`,
    );
    say(toldOf(replayed));
    lost = setAsideLater(vault.checkpoints, auditEntries, new Date());
    if (lost !== undefined)
      say(
        `${lost.count} later audit entries were signed and are lost; the proof of them is kept in ${lost.keptAs}`,
      );
    isSound = isTrailSound();
    if (isSound) await vault.revocations.append([{ covers: auditEntries }]);
    say(
      isSound ? 'Everybody has to sign in again. Start the vault with `make run`.' : 'It must not be used.',
    );
    return isSound ? 0 : 1;
  } finally {
    await vault.close();
    // What was not restored has lost nothing.
    if (!isSound && lost !== undefined) await rename(lost.keptAs, vault.checkpoints);
    if (!isSound)
      await rm(join(resolve(process.env.PIIVAULT_DATA_DIR ?? '.data'), 'postgres'), {
        recursive: true,
        force: true,
      });
  }
}

function toldOf({ done, already, kept }: Replayed): string {
  const left = kept.map(
    ({ action, objectIds }) => `\n  left as it was, by hand: ${action} of user ${objectIds?.userId}`,
  );
  return `Of what was taken away since, ${done} were taken away again, ${already} were gone already.${left.join('')}`;
}

/** By the checker that shares no code with the vault. */
function isTrailSound(): boolean {
  const checker = resolve(import.meta.dirname, '../../../../scripts/audit-fsck/main.ts');
  return spawnSync(process.execPath, [checker], { stdio: 'inherit', env: process.env }).status === 0;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'accept-lost-revocations': { type: 'boolean', default: false } },
});
const restoreFile = (path: string) => restore(path, values['accept-lost-revocations']);
const [command, file, more] = positionals;
const run = command === 'backup' ? backup : command === 'restore' ? restoreFile : undefined;
if (run === undefined || file === undefined || more !== undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else
  process.exitCode = await run(file).catch((error: unknown) => {
    process.stderr.write(`pii-vault ${command}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  });
