import type { DeviceReport, KeyAlgorithm, KeyStoreFault } from './key-store.ts';

/** What opens a token. Passed to the worker threads, so the PIN is plain here; nothing prints it. */
export interface TokenAccess {
  /** Path of the PKCS#11 library. */
  readonly library: string;
  /** CKA_LABEL of the token. */
  readonly token: string;
  readonly pin: string;
}

/** One thing that a worker does on its session. */
export type TokenTask =
  | { readonly does: 'generate'; readonly algorithm: KeyAlgorithm }
  | {
      readonly does: 'wrap' | 'unwrap';
      readonly reference: string;
      readonly bytes: Uint8Array;
      readonly aad: Uint8Array;
    }
  | { readonly does: 'sign'; readonly reference: string; readonly bytes: Uint8Array }
  | { readonly does: 'describe' | 'destroy' | 'forget'; readonly reference: string }
  | { readonly does: 'report' }
  /** The session is closed; the last worker of a library finalises it. */
  | { readonly does: 'close'; readonly isLast: boolean };

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

/** What a task yields: each has the one member that its task promises. */
export interface TokenYield {
  readonly bytes?: Uint8Array;
  readonly key?: DescribedKey | undefined;
  readonly report?: TokenReport;
}

export interface TokenFault {
  /** unavailable: the session is of no more use, it has to be opened again. */
  readonly fault: KeyStoreFault;
  readonly message: string;
}

/** task 0: the opening of the session. */
export type TokenAnswer =
  | { readonly task: number; readonly yields: TokenYield }
  | { readonly task: number; readonly failed: TokenFault };
