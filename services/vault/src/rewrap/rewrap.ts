/** A company whose keys this process moves to the active field-key version until its lease ends. */
export interface Rewrap {
  readonly companyId: number;
  readonly activeVersion: number;
  readonly leaseHolder: string;
  /** Every writer is held to the active version already. */
  readonly isClosed: boolean;
  /** Long enough ago for each process to have dropped an opened key of before, and for each request to have ended. */
  readonly isSettled: boolean;
  /** Nothing was found under an older version, and that long ago. */
  readonly isDrained: boolean;
}

/** What a round over one company ended with: nothing left to do, or when to look again, s. */
export type Outcome =
  | { readonly isFinished: true }
  | { readonly isFinished: false; readonly restSeconds: number };

/** Keys of one chunk; moving them takes one transaction. */
export const CHUNK = 500;
