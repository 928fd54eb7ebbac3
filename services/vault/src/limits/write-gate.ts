import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import type { AnswerGuard } from './budgets/answer-guard.ts';
import type { StoppedCredentials } from './stops/stopped-credentials.ts';

/** How many answers of a call disclose something about a stored person. */
export interface Disclosed {
  /** An external id is another person's. */
  readonly conflicts?: number;
  /** An external id or an equal value is stored. */
  readonly answers?: number;
}

/** What must hold before somebody writes people of a company, and what the answers cost. Checks in memory. */
export class WriteGate {
  readonly #status: Pick<CompanyStatus, 'requireOpen'>;
  readonly #stops: Pick<StoppedCredentials, 'requireOpen' | 'poll'>;
  readonly #conflicts: Pick<AnswerGuard, 'requireOpen' | 'count' | 'poll'>;
  readonly #answers: Pick<AnswerGuard, 'requireOpen' | 'count' | 'poll'>;

  constructor(parts: {
    readonly status: Pick<CompanyStatus, 'requireOpen'>;
    readonly stops: Pick<StoppedCredentials, 'requireOpen' | 'poll'>;
    readonly conflicts: Pick<AnswerGuard, 'requireOpen' | 'count' | 'poll'>;
    readonly answers: Pick<AnswerGuard, 'requireOpen' | 'count' | 'poll'>;
  }) {
    this.#status = parts.status;
    this.#stops = parts.stops;
    this.#conflicts = parts.conflicts;
    this.#answers = parts.answers;
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    await Promise.all([this.#stops, this.#conflicts, this.#answers].map((one) => one.poll()));
  }

  /**
   * The company is open and the caller's credential is not stopped. Enough for an upload, whose rows are judged later.
   * @throws AppError CREDENTIAL_STOPPED, and those of CompanyStatus
   */
  async requireOpen(ctx: Ctx, companyId: number): Promise<void> {
    this.#stops.requireOpen(ctx, companyId);
    await this.#status.requireOpen(companyId);
  }

  /**
   * The same, and the caller has not used up what answers may tell.
   * @throws AppError as requireOpen, and RESOURCE_EXHAUSTED
   */
  async requireMayWrite(ctx: Ctx, companyId: number): Promise<void> {
    this.#conflicts.requireOpen(ctx, companyId);
    this.#answers.requireOpen(ctx, companyId);
    await this.requireOpen(ctx, companyId);
  }

  /** Call it before the answers are sent. */
  async count(ctx: Ctx, companyId: number, { conflicts = 0, answers = 0 }: Disclosed): Promise<void> {
    await this.#conflicts.count(ctx, companyId, conflicts);
    await this.#answers.count(ctx, companyId, answers);
  }
}
