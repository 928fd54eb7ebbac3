import { parseArgs } from 'node:util';
import { backUp } from './commands/back-up.ts';
import { isAccessForm, kafkaAccess } from './commands/kafka-access.ts';
import { discardArguments, discardParked, listParked, replayParked } from './commands/parked-events.ts';
import { replayAfterRestore } from './commands/replay-after-restore.ts';
import { restore } from './commands/restore.ts';
import { runCommand } from './commands/run-command.ts';
import { runningVault } from './open-vault.ts';
import type { VaultAccess } from './vault-access.ts';

const USAGE = `usage: pii-vault backup [--metrics FILE.prom] FILE
       pii-vault restore [--accept-lost-revocations] FILE
       pii-vault replay-revocations [--accept-lost-revocations]
       pii-vault parked
       pii-vault replay-parked
       pii-vault discard-parked SERVICE CONSUMER EVENT REASON
       pii-vault kafka-access commands | strimzi [CLUSTER] | apply

backup   writes an encrypted snapshot of the running vault to FILE. The vault keeps running. --metrics writes the time of
         the backup for the textfile collector of Prometheus' node_exporter.
restore  creates a new data folder from FILE, without a running vault. Needs the keys folder, which opens the backup.
         Replays later erasures, withdrawals and revocations from the list in the keys folder, and verifies the audit
         trail before the vault may start.
replay-revocations  replays them in a database that was restored by other means, for services that run as separate
         processes. Run it before any service starts. It ends all sessions. Reads the settings of crypto, tenancy,
         identity, vault and audit.
parked   lists events that consumers of the running vault could not process.
replay-parked  retries them, after their cause is fixed.
discard-parked  removes one of them for good; REASON is faulty_build, repeated, outdated or other.
kafka-access  topics, and ACLs of each service's Kafka user: printed as commands of Kafka's tools or as Strimzi
         resources, or applied with the KAFKA_… settings of an administrator. apply removes ACLs that are not needed.
The other commands use the folders PIIVAULT_DATA_DIR and PIIVAULT_KEYS_DIR, like \`make run\`. deploy/backup.md describes
what a restore loses.`;

function inVault(work: (vault: VaultAccess) => Promise<number>): () => Promise<number> {
  return async () => {
    const vault = await runningVault(process.env);
    try {
      return await work(vault);
    } finally {
      await vault.close();
    }
  };
}

/** The command for these arguments; undefined for invalid ones. */
function commandOf(
  args: readonly string[],
  { acceptLost, metrics }: { readonly acceptLost: boolean; readonly metrics: string | undefined },
): (() => Promise<number>) | undefined {
  const [command, file, more] = args;
  if (command === 'kafka-access') return isAccessForm(file) ? () => kafkaAccess(file, more) : undefined;
  if (command === 'parked') return file === undefined ? inVault(listParked) : undefined;
  if (command === 'replay-parked') return file === undefined ? inVault(replayParked) : undefined;
  if (command === 'discard-parked') {
    const discarded = discardArguments(args.slice(1));
    return discarded === undefined ? undefined : inVault((vault) => discardParked(vault, discarded));
  }
  if (command === 'replay-revocations')
    return file === undefined ? () => replayAfterRestore(acceptLost) : undefined;
  if (file === undefined || more !== undefined) return undefined;
  if (command === 'backup') return inVault((vault) => backUp(vault, file, { metrics }));
  if (metrics !== undefined) return undefined;
  return command === 'restore' ? () => restore(file, acceptLost) : undefined;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'accept-lost-revocations': { type: 'boolean', default: false },
    metrics: { type: 'string' },
  },
});
const command = commandOf(positionals, {
  acceptLost: values['accept-lost-revocations'],
  metrics: values.metrics,
});
await runCommand(`pii-vault ${positionals[0]}`, command, USAGE);
