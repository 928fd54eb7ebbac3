import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';

export interface Backlog {
  /** Entries that are committed and not yet shipped to the bus. */
  readonly rows: number;
  readonly oldestMs: number;
}

/** Above this, too many entries wait in the outbox: they are durable, but not yet tamper-evident. */
const LIMIT: Backlog = { rows: 10_000_000, oldestMs: 24 * 3_600_000 };
const ALARM_SHARE = 0.1;

/**
 * Stops reveals while their entries cannot be shipped to the bus, so that none waits in the outbox for days. Logs an
 * error from a tenth of the limits.
 */
export class AuditBacklog {
  readonly #read: () => Promise<Backlog>;
  readonly #log: Pick<Logger, 'error'>;
  #known: Backlog = { rows: 0, oldestMs: 0 };

  constructor(read: () => Promise<Backlog>, log: Pick<Logger, 'error'>) {
    this.#read = read;
    this.#log = log;
  }

  /** Call it every few seconds. */
  async poll(): Promise<void> {
    this.#known = await this.#read();
    const { rows, oldestMs } = this.#known;
    if (this.#exceeds(ALARM_SHARE)) this.#log.error('audit entries are not shipped', { rows, oldestMs });
  }

  /** @throws AppError UNAVAILABLE AUDIT_BACKLOG */
  requireRoom(): void {
    if (!this.#exceeds(1)) return;
    throw unavailable(
      'AUDIT_BACKLOG',
      'The audit trail is behind; nothing is revealed until it has caught up',
      { retryAfterMs: 60_000 },
    );
  }

  #exceeds(share: number): boolean {
    return this.#known.rows > LIMIT.rows * share || this.#known.oldestMs > LIMIT.oldestMs * share;
  }
}
