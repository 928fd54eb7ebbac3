import type { DeviceReport, KeyAlgorithm, KeyStoreFault } from './key-store.ts';

/** Access to a token. Passed to worker threads, so the PIN is a plain string here; it is never printed. */
export interface TokenAccess {
  /** Path of the PKCS#11 library. */
  readonly library: string;
  /** CKA_LABEL of the token. */
  readonly token: string;
  readonly pin: string;
}

/** A task for a worker's session. */
export type TokenTask =
  | { readonly kind: 'generate'; readonly algorithm: KeyAlgorithm }
  | {
      readonly kind: 'wrap' | 'unwrap';
      readonly reference: string;
      readonly bytes: Uint8Array;
      readonly aad: Uint8Array;
    }
  | { readonly kind: 'sign'; readonly reference: string; readonly bytes: Uint8Array }
  | { readonly kind: 'describe' | 'destroy' | 'forget'; readonly reference: string }
  | { readonly kind: 'report' }
  /** Closes the session; the last worker of a library finalises it. */
  | { readonly kind: 'close'; readonly isLast: boolean };

export interface DescribedKey {
  readonly reference: string;
  readonly algorithm: KeyAlgorithm;
  readonly createdAt: Date;
  readonly publicKey: Uint8Array | undefined;
}

export interface TokenReport extends DeviceReport {
  readonly isHardware: boolean;
  readonly isWriteProtected: boolean;
}

/** Result of a task; each task sets one member. */
export interface TaskResult {
  readonly bytes?: Uint8Array;
  readonly key?: DescribedKey | undefined;
  readonly report?: TokenReport;
}

export interface TokenFault {
  /** unavailable: the session is unusable and has to be reopened. */
  readonly fault: KeyStoreFault;
  readonly message: string;
}

/** task 0: the result of opening the session. */
export type TokenAnswer =
  | { readonly task: number; readonly result: TaskResult }
  | { readonly task: number; readonly failed: TokenFault };
