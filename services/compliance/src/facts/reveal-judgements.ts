/** Reveals of the trail against the consents of their time, of the last year. */
export interface JudgedReveals {
  readonly covered: number;
  readonly outsidePurpose: number;
  /** Later than 15 minutes after the withdrawal. */
  readonly afterWithdrawal: number;
  /** Field or consent are not there any more. */
  readonly gone: number;
  /** Audit entries of reveals that were not covered, at most ten. */
  readonly auditIds: readonly number[];
  /** Entries of the trail are still to be judged. */
  readonly isBehind: boolean;
}
