import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';

/** Services with an outbox. */
export const PRODUCERS = SERVICE_NAMES.filter((name) => name !== 'gateway');
export type Producer = (typeof PRODUCERS)[number];

/** SQL with one row `behind`: numbered audit entries that are neither in an outbox nor in the trail. */
export const AUDIT_ENTRIES_IN_TRANSIT = `SELECT coalesce(sum(greatest(0, n.last_seq - coalesce(h.last_seq, 0) - n.in_flight)), 0)::int AS behind FROM (${PRODUCERS.map(
  (name) =>
    `SELECT '${name}' AS producer, t.epoch, t.last_seq, (SELECT count(*) FROM ${name}.outbox o WHERE o.id = ANY (inflight_ids) AND o.topic = t.topic) AS in_flight FROM ${name}.relay_topic t JOIN ${name}.relay_lease USING (epoch) WHERE t.topic = '${name}.audit'`,
).join(' UNION ALL ')}) AS n LEFT JOIN audit.producer_heads h USING (producer, epoch)`;
