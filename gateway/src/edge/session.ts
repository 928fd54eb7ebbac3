import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { CredentialRef } from './liveness.ts';

/** An external credential after its exchange at identity. */
export interface Session {
  /** Internal token; only identity gets the external one. */
  readonly token: string;
  readonly caller: UserCaller;
  readonly ref: CredentialRef;
  readonly primaryCompanyId: number | undefined;
  readonly roleVersion: bigint;
  /** Epoch ms of the start of the exchange. */
  readonly exchangedAt: number;
}
