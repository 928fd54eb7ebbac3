import { parseArgs } from 'node:util';
import { ConfigError } from '@pii-vault/platform/core/config/config';
import { noBus } from '@pii-vault/platform/runtime/process/open-ports';
import { backUp } from './commands/back-up.ts';
import { checkDeployedTrail } from './commands/check-deployed-trail.ts';
import { isAccessForm, kafkaAccess } from './commands/kafka-access.ts';
import {
  CONSUMING_MODULES,
  discardArguments,
  discardParked,
  listParked,
  replayParked,
} from './commands/parked-events.ts';
import { replayAfterRestore } from './commands/replay-after-restore.ts';
import { restoreCheck } from './commands/restore-check.ts';
import { restoreDeployed } from './commands/restore-deployed.ts';
import { runCommand } from './commands/run-command.ts';
import { deployedServices } from './deployed-services.ts';
import { deployedVault } from './deployed-vault.ts';
import type { RpcOnlyAccess } from './rpc-only-host.ts';

// The entry point of the image `ops`, for services that run as separate processes.
const USAGE = `usage: ops backup [--metrics FILE.prom] [--keep-days DAYS] FILE|FOLDER
       ops restore-check FILE|FOLDER
       ops restore [--accept-lost-revocations] FILE
       ops replay-revocations [--accept-lost-revocations]
       ops parked
       ops replay-parked
       ops discard-parked SERVICE CONSUMER EVENT REASON
       ops fsck
       ops kafka-access commands | strimzi [CLUSTER] | apply

backup              writes an encrypted snapshot of the database to FILE, or to a new file in FOLDER, where --keep-days
                    deletes older ones. The services run on. Reads the settings of all services and the login of the
                    database's owner. --metrics as in scripts/pii-vault.
restore-check       restores FILE, or the newest backup in FOLDER, into a database that it drops afterwards, and verifies
                    the audit trail. Status 1 means that it is not sound. The services run on.
restore             restores FILE into an empty, migrated database before any service starts, and replays later
                    revocations.
replay-revocations  replays erasures, withdrawals and revocations in a restored database. Run it before any service
                    starts. It ends all sessions. Reads the settings of crypto, tenancy, identity, vault and audit.
parked              lists events that consumers could not process. Services may run. Reads the settings of all services.
replay-parked       retries them, after their cause is fixed.
discard-parked      removes one of them for good; REASON is faulty_build, repeated, outdated or other.
fsck                verifies the whole audit trail and its signed checkpoints without the vault's code. Status 1 means that
                    the trail is not sound. Reads the settings of audit.
kafka-access        prints topics and ACLs of each service's Kafka user, or applies them as an administrator.
deploy/backup.md describes a restore.`;

/** @throws ConfigError with all problems */
function databasesOfAll(): RpcOnlyAccess {
  const problems: string[] = [];
  const databases = deployedServices(process.env, CONSUMING_MODULES, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  // Handlers write to their outboxes; the running services publish from there.
  return { databases, env: process.env, bus: noBus() };
}

interface Options {
  readonly acceptLost: boolean;
  readonly metrics: string | undefined;
  readonly keepDays: number | undefined;
}

/** @throws Error unless it is a number of days */
function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error('--keep-days must be a number of days, 1 to 9999');
  return Number(text);
}

function commandOf(
  args: readonly string[],
  { acceptLost, metrics, keepDays }: Options,
): (() => Promise<number>) | undefined {
  const [command, form, more] = args;
  if ((metrics ?? keepDays) !== undefined && command !== 'backup') return undefined;
  if (acceptLost && command !== 'restore' && command !== 'replay-revocations') return undefined;
  if (command === 'kafka-access') return isAccessForm(form) ? () => kafkaAccess(form, more) : undefined;
  if (command === 'discard-parked') {
    const discarded = discardArguments(args.slice(1));
    return discarded === undefined ? undefined : async () => await discardParked(databasesOfAll(), discarded);
  }
  return form === undefined
    ? withoutFile(command, acceptLost)
    : withFile(command, form, { more, acceptLost, metrics, keepDays });
}

function withoutFile(command: string | undefined, acceptLost: boolean): (() => Promise<number>) | undefined {
  if (command === 'fsck') return () => checkDeployedTrail(process.env);
  if (command === 'parked') return async () => await listParked(databasesOfAll());
  if (command === 'replay-parked') return async () => await replayParked(databasesOfAll());
  return command === 'replay-revocations' ? () => replayAfterRestore(acceptLost) : undefined;
}

function withFile(
  command: string | undefined,
  file: string,
  { more, acceptLost, metrics, keepDays }: Options & { readonly more: string | undefined },
): (() => Promise<number>) | undefined {
  if (more !== undefined) return undefined;
  if (command === 'backup')
    return async () => await backUp(deployedVault(process.env), file, { metrics, keepDays });
  if (command === 'restore-check') return async () => await restoreCheck(deployedVault(process.env), file);
  return command === 'restore' ? () => restoreDeployed(file, acceptLost) : undefined;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'accept-lost-revocations': { type: 'boolean', default: false },
    metrics: { type: 'string' },
    'keep-days': { type: 'string' },
  },
});
const command = commandOf(positionals, {
  acceptLost: values['accept-lost-revocations'],
  metrics: values.metrics,
  keepDays: daysOf(values['keep-days']),
});
await runCommand(`ops ${positionals[0]}`, command, USAGE);
