import { parseArgs } from 'node:util';
import { backUp } from './back-up.ts';
import { isAccessForm, kafkaAccess } from './kafka-access.ts';
import { replayAfterRestore } from './replay-after-restore.ts';
import { replayParked } from './replay-parked.ts';
import { restore } from './restore.ts';

const USAGE = `usage: pii-vault backup [--metrics FILE.prom] FILE
       pii-vault restore [--accept-lost-revocations] FILE
       pii-vault replay-revocations [--accept-lost-revocations]
       pii-vault replay-parked
       pii-vault kafka-access commands | strimzi [CLUSTER] | apply

backup   everything that the running vault holds, at one moment, encrypted under the backup keys. The vault goes on.
         --metrics writes the time of the backup for the textfile collector of Prometheus' node_exporter.
restore  into a new data folder; no vault may run on it. Needs the keys folder: without it no backup opens. The audit
         trail is checked before the vault may be started. What was erased, withdrawn or revoked since the backup is taken
         away again, by the list in the keys folder.
replay-revocations  where services run apart: takes away the same in a database that was restored by its own means, before any
         service is started, and signs everybody out. Reads the settings of crypto, tenancy, identity, vault and audit together.
replay-parked  gives events that consumers of the running vault have set aside another chance, once the cause is mended.
kafka-access  topics, and the rights of each service's Kafka user: printed as commands of Kafka's tools or as Strimzi resources,
         or applied with the KAFKA_… settings of an administrator. apply takes away the rights that a service does not need.
Folders of the others are PIIVAULT_DATA_DIR and PIIVAULT_KEYS_DIR, as for \`make run\`. deploy/backup.md tells what is lost and what is not.`;

/** The work that the arguments ask for, if they are understood. */
function commandOf(
  args: readonly string[],
  { acceptLost, metrics }: { readonly acceptLost: boolean; readonly metrics: string | undefined },
): (() => Promise<number>) | undefined {
  const [command, file, more] = args;
  if (command === 'kafka-access') return isAccessForm(file) ? () => kafkaAccess(file, more) : undefined;
  if (command === 'replay-parked') return file === undefined ? replayParked : undefined;
  if (command === 'replay-revocations')
    return file === undefined ? () => replayAfterRestore(acceptLost) : undefined;
  if (file === undefined || more !== undefined) return undefined;
  if (command === 'backup') return () => backUp(file, metrics);
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
if (command === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else
  process.exitCode = await command().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`pii-vault ${positionals[0]}: ${message}\n`);
    return 1;
  });
