import type { LineStore } from '@pii-vault/audit/outside/line-store';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import type { AdminAccess } from '@pii-vault/platform/postgres/provision';
import type { RpcOnlyAccess } from './rpc-only-host.ts';

export interface VaultAccess extends RpcOnlyAccess {
  readonly access: AdminAccess;
  /** The list of revocations, stored outside the database. */
  readonly revocations: RevocationFile;
  /** Schema of the bus, if it is in this database. */
  readonly busSchema: string | undefined;
}

export interface OpenVault extends VaultAccess {
  /** The signed checkpoints outside the database. */
  readonly checkpoints: LineStore;
  close(): Promise<void>;
}
