import type { Tx } from '@pii-vault/platform/postgres/database';

export type TicketKind = 'reveal' | 'view' | 'work';

interface Count {
  readonly companyId: number;
  readonly hour: number;
  readonly kind: TicketKind;
  values: number;
  tickets: number;
}

const HOUR_MS = 3_600_000;

/**
 * Counts decryptions in the decrypt function, independently of the audit entries, so that the two can be compared
 * (SEC-C1). Counts are buffered in memory and added to the table in batches: no request waits for a row. A crash loses
 * unflushed counts, so the table may have less than the trail and never more.
 */
export class DecryptCounter {
  readonly #now: () => number;
  #counts = new Map<string, Count>();
  #flushing: Promise<void> = Promise.resolve();
  /** Values of one person are counted consecutively. */
  #last: Count | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  countTicket(companyId: number, kind: TicketKind): void {
    this.#countOf(companyId, kind).tickets += 1;
  }

  countValue(companyId: number, kind: TicketKind): void {
    this.#countOf(companyId, kind).values += 1;
  }

  /** Adds all counts before the call to the table. Counts that could not be written are kept. */
  flush(inSystem: (work: (tx: Tx) => Promise<void>) => Promise<void>): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flushOnce(inSystem));
    return this.#flushing;
  }

  async #flushOnce(inSystem: (work: (tx: Tx) => Promise<void>) => Promise<void>): Promise<void> {
    const taken = [...this.#counts.values()];
    if (taken.length === 0) return;
    this.#counts = new Map();
    this.#last = undefined;
    try {
      await inSystem((tx) => addCounts(tx, taken));
    } catch (error) {
      for (const one of taken) {
        const count = this.#countOf(one.companyId, one.kind, one.hour);
        count.values += one.values;
        count.tickets += one.tickets;
      }
      throw error;
    }
  }

  #countOf(companyId: number, kind: TicketKind, hour = Math.floor(this.#now() / HOUR_MS)): Count {
    const last = this.#last;
    if (last?.companyId === companyId && last.hour === hour && last.kind === kind) return last;
    const name = `${companyId}:${hour}:${kind}`;
    let count = this.#counts.get(name);
    if (count === undefined) {
      count = { companyId, hour, kind, values: 0, tickets: 0 };
      this.#counts.set(name, count);
    }
    this.#last = count;
    return count;
  }
}

async function addCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  await tx.query(
    `INSERT INTO reveal_counts AS r (company_id, hour, ticket, value_count, ticket_count)
     SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $5::bigint[])
     ON CONFLICT (company_id, hour, ticket) DO UPDATE
     SET value_count = r.value_count + excluded.value_count, ticket_count = r.ticket_count + excluded.ticket_count`,
    [
      counts.map((one) => one.companyId),
      counts.map((one) => new Date(one.hour * HOUR_MS)),
      counts.map((one) => one.kind),
      counts.map((one) => one.values),
      counts.map((one) => one.tickets),
    ],
  );
}
