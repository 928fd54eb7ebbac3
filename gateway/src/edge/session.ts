import type { UserCaller } from '@pii-vault/platform/context/caller';
import type { CredentialRef } from './liveness.ts';

/** An external credential after identity has vouched for it. */
export interface Session {
  /** Internal token; the external one goes no further than identity. */
  readonly token: string;
  readonly caller: UserCaller;
  readonly ref: CredentialRef;
  readonly primaryCompanyId: number | undefined;
  readonly roleVersion: bigint;
  /** Epoch ms at which the exchange began. */
  readonly exchangedAt: number;
}
