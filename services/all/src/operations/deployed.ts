import { parseArgs } from 'node:util';
import { ConfigError } from '@pii-vault/platform/core/config/config';
import { noBus } from '@pii-vault/platform/runtime/process/open-ports';
import { checkDeployedTrail } from './commands/check-deployed-trail.ts';
import { isAccessForm, kafkaAccess } from './commands/kafka-access.ts';
import { replayAfterRestore } from './commands/replay-after-restore.ts';
import { CONSUMING_MODULES, replayParked } from './commands/replay-parked.ts';
import { runCommand } from './commands/run-command.ts';
import { deployedServices } from './deployed-services.ts';

// The entry point of the image `ops`, for services that run as separate processes.
const USAGE = `usage: ops replay-revocations [--accept-lost-revocations]
       ops replay-parked
       ops fsck
       ops kafka-access commands | strimzi [CLUSTER] | apply

replay-revocations  replays erasures, withdrawals and revocations in a restored database. Run it before any service
                    starts. It ends all sessions. Reads the settings of crypto, tenancy, identity, vault and audit.
replay-parked       retries events that consumers have parked, after their cause is fixed. Services may run. Reads the
                    settings of all services.
fsck                verifies the whole audit trail and its signed checkpoints without the vault's code. Status 1 means that
                    the trail is not sound. Reads the settings of audit.
kafka-access        prints topics and ACLs of each service's Kafka user, or applies them as an administrator.
deploy/backup.md describes a restore.`;

/** @throws ConfigError with all problems */
async function replayParkedInDatabases(): Promise<number> {
  const problems: string[] = [];
  const databases = deployedServices(process.env, CONSUMING_MODULES, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  // Handlers write to their outboxes; the running services publish from there.
  return await replayParked({ databases, env: process.env, bus: noBus() });
}

function commandOf(args: readonly string[], acceptLost: boolean): (() => Promise<number>) | undefined {
  const [command, form, more] = args;
  if (command === 'kafka-access') return isAccessForm(form) ? () => kafkaAccess(form, more) : undefined;
  if (form !== undefined) return undefined;
  if (command === 'fsck') return acceptLost ? undefined : async () => checkDeployedTrail(process.env);
  if (command === 'replay-parked') return acceptLost ? undefined : replayParkedInDatabases;
  return command === 'replay-revocations' ? () => replayAfterRestore(acceptLost) : undefined;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'accept-lost-revocations': { type: 'boolean', default: false } },
});
const command = commandOf(positionals, values['accept-lost-revocations']);
await runCommand(`ops ${positionals[0]}`, command, USAGE);
