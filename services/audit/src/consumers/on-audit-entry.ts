import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { auditTopic } from '@pii-vault/platform/domain/audit-entry';
import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import type { ConsumerSpec } from '@pii-vault/platform/messaging/consumer-spec';
import type { Database } from '@pii-vault/platform/postgres/database';
import { checkTrail } from '../checkpoints/check-trail.ts';
import type { CheckpointFile } from '../checkpoints/checkpoint-file.ts';
import { appendEntries, raiseAlarm } from '../entries/append-entries.ts';
import type { AppendPlan } from '../entries/plan-append.ts';
import { intakeStopped } from '../errors.ts';
import { revocationLines } from '../revocations/list-revocations.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';

export interface IntakeDeps {
  readonly db: Pick<Database, 'system'>;
  readonly log: Logger;
  /** Undefined when no list outside the database is configured. */
  readonly revocations: Pick<RevocationFile, 'append' | 'coverage' | 'uncovered'> | undefined;
  /** Signed checkpoints outside the database; undefined when no file is configured. */
  readonly file: CheckpointFile | undefined;
  /** Called after a commit with the new size of the tree. */
  appended(treeSize: number): void;
}

/**
 * Entries per transaction. Hashing and writing them blocks the event loop for about 15 ms; 1,000 entries took 60 ms.
 */
const MAX_BATCH = 250;

/**
 * Consumes the audit topic of one service. Never skips an entry: an entry that cannot be appended, or a list of
 * revocations that cannot be written, stops the topic and raises an alarm with a notice to administrators. An
 * unavailable database, or a trail that is not the one that was signed, stops the topic without an alarm.
 */
export function auditConsumer(deps: IntakeDeps, service: ServiceName): ConsumerSpec {
  // Before its first append a process checks the trail itself: the job of the checkpoints may not have run yet.
  let isChecked = false;
  return {
    name: `audit-intake-${service}`,
    topics: [auditTopic(service)],
    scope: 'system',
    onPoison: 'stop',
    maxBatch: MAX_BATCH,
    // Recognised by entry number: the trail keeps the numbers for ever.
    knowsRepeats: true,
    async handle({ tx, messages }) {
      if (!isChecked) await checkTrail(tx, deps);
      isChecked = true;
      try {
        const plan = await appendEntries(tx, messages, (rows) => listRevocations(deps.revocations, rows));
        if (plan === undefined) return;
        tx.afterCommit(() => deps.appended(plan.size));
      } catch (thrown) {
        const stopped = asStopped(thrown);
        if (stopped === undefined) throw thrown;
        await alarm(deps, service, messages, stopped);
        throw stopped;
      }
    },
  };
}

/**
 * Write the list before the commit, so that a restored backup cannot undo a revocation whose entry is committed. If the
 * transaction then fails, its retry writes the same lines again; replaying a line twice changes nothing.
 * @throws AppError AUDIT_INTAKE_STOPPED when the list is damaged or cannot be written
 */
async function listRevocations(file: IntakeDeps['revocations'], rows: AppendPlan['rows']): Promise<void> {
  const lines = file === undefined ? [] : revocationLines(rows);
  if (lines.length === 0) return;
  try {
    await file?.append(lines);
  } catch (thrown) {
    throw intakeStopped('the list of revocations cannot be written', thrown);
  }
}

/** An entry without a canonical form needs an operator, like a gap. An unavailable database is retried. */
function asStopped(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown.reason === 'AUDIT_INTAKE_STOPPED' ? thrown : undefined;
  return thrown instanceof RangeError ? intakeStopped(thrown.message, thrown) : undefined;
}

async function alarm(
  deps: IntakeDeps,
  service: ServiceName,
  messages: readonly BusMessage[],
  stopped: AppError,
) {
  const first = messages[0];
  deps.log.error('audit intake has stopped', {
    producer: service,
    epoch: first?.epoch,
    seq: first?.seq,
    err: stopped,
  });
  await raiseAlarm(deps.db, service, stopped.message);
}
