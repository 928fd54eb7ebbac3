/** A company whose keys this process moves to the active field-key version until its lease ends. */
export interface Rewrap {
  readonly companyId: number;
  readonly activeVersion: number;
  readonly leaseHolder: string;
  /** All writers must use the active version already. */
  readonly isClosed: boolean;
  /** Enough time has passed for all processes to have dropped older opened keys, and for all requests to have ended. */
  readonly isSettled: boolean;
  /** Nothing was found under an older version, and the same time has passed since. */
  readonly isDrained: boolean;
}

/** Result of a round over one company: nothing left to do, or when to look again, s. */
export type Outcome =
  | { readonly isFinished: true }
  | { readonly isFinished: false; readonly restSeconds: number };

/** Keys of one chunk; moving them takes one transaction. */
export const CHUNK = 500;
