import type { ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import type { Logger } from '../core/log/log.ts';
import { auditMessage } from '../domain/audit-entry.ts';
import type { Database, Tx } from '../postgres/database.ts';
import type { RecordGuard, RefusedRecord } from './record-guard.ts';

export interface RefusalOptions {
  readonly service: ServiceName;
  readonly db: Pick<Database, 'system'>;
  readonly log: Pick<Logger, 'error'>;
  ctx(companyId: number | null): Ctx;
  /** Called for each refused record. */
  counted(reason: RefusedRecord['reason']): void;
}

/** Notes refused records, and raises one alarm per topic and hour: an audit entry and a line in the log. */
export function refusalAlarm(options: RefusalOptions): RecordGuard['refused'] {
  const { db, log, counted } = options;
  return async (records) => {
    for (const [topic, some] of Map.groupBy(records, (record) => record.topic)) {
      const isFirst = await db.system(async (tx) => {
        const isNew = await addRefused(tx, topic, some.length);
        if (isNew) await tx.publish(alarmOf(options, some));
        return isNew;
      });
      const { partition, offset, reason } = some[0] ?? {};
      if (isFirst) log.error('forged event refused', { topic, partition, offset, reason });
      for (const record of some) counted(record.reason);
    }
  };
}

function alarmOf({ service, ctx }: RefusalOptions, [first]: readonly RefusedRecord[]) {
  return auditMessage(service, ctx(null), {
    action: 'event_refused',
    decision: 'refused',
    reason: (first?.reason ?? '').toUpperCase(),
    objectIds: { topic: first?.topic ?? '' },
  });
}

/** Whether these are the first of the topic in this hour (UTC). */
async function addRefused(tx: Tx, topic: string, count: number): Promise<boolean> {
  const [row] = await tx.query<{ is_new: boolean }>(
    `INSERT INTO refused_records (topic, hour, records) VALUES ($1, date_trunc('hour', now(), 'UTC'), $2::bigint)
     ON CONFLICT (topic, hour) DO UPDATE
       SET records = refused_records.records + excluded.records, last_at = excluded.last_at
     RETURNING records = $2::bigint AS is_new`,
    [topic, count],
  );
  return row?.is_new === true;
}

/** Records that consumers of this service refused on one topic. */
export interface RefusedTopic {
  readonly topic: string;
  readonly records: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Of the last hours, most records first. */
export async function refusedTopics(db: Pick<Database, 'system'>, hours: number): Promise<RefusedTopic[]> {
  const rows = await db.system((tx) =>
    tx.query<{ topic: string; records: number; first_at: Date; last_at: Date }>(
      `SELECT topic, sum(records)::bigint AS records, min(first_at) AS first_at, max(last_at) AS last_at
       FROM refused_records WHERE last_at > now() - $1::integer * interval '1 hour'
       GROUP BY topic ORDER BY sum(records) DESC, topic`,
      [hours],
    ),
  );
  return rows.map(({ topic, records, first_at: firstAt, last_at: lastAt }) => {
    return { topic, records, firstAt, lastAt };
  });
}

/** Deletes entries of records that were refused more than `ageMs` ago. */
export async function purgeRefused(tx: Tx, ageMs: number): Promise<void> {
  await tx.query(
    `DELETE FROM refused_records WHERE last_at < now() - $1::bigint * interval '1 millisecond'`,
    [ageMs],
  );
}
