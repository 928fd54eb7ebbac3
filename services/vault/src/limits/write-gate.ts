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

type Guard = Pick<AnswerGuard, 'requireOpen' | 'count' | 'poll'>;

export interface WriteGateParts {
  readonly status: Pick<CompanyStatus, 'requireOpen'>;
  readonly stops: Pick<StoppedCredentials, 'requireOpen' | 'poll'>;
  readonly conflicts: Guard;
  readonly answers: Guard;
}

/** What must hold before somebody writes people of a company, and what the answers cost. Checks in memory. */
export class WriteGate {
  readonly #parts: WriteGateParts;

  constructor(parts: WriteGateParts) {
    this.#parts = parts;
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    const { stops, conflicts, answers } = this.#parts;
    await Promise.all([stops, conflicts, answers].map((one) => one.poll()));
  }

  /**
   * The company is open and the caller's credential is not stopped. Enough for an upload, whose rows are judged later.
   * @throws AppError CREDENTIAL_STOPPED, and those of CompanyStatus
   */
  async requireOpen(ctx: Ctx, companyId: number): Promise<void> {
    this.#parts.stops.requireOpen(ctx, companyId);
    await this.#parts.status.requireOpen(companyId);
  }

  /**
   * The same, and the caller has not used up what answers may tell.
   * @throws AppError as requireOpen, and RESOURCE_EXHAUSTED
   */
  async requireMayWrite(ctx: Ctx, companyId: number): Promise<void> {
    this.#parts.conflicts.requireOpen(ctx, companyId);
    this.#parts.answers.requireOpen(ctx, companyId);
    await this.requireOpen(ctx, companyId);
  }

  /** Call it before the answers are sent. */
  async count(ctx: Ctx, companyId: number, { conflicts = 0, answers = 0 }: Disclosed): Promise<void> {
    await this.#parts.conflicts.count(ctx, companyId, conflicts);
    await this.#parts.answers.count(ctx, companyId, answers);
  }
}
