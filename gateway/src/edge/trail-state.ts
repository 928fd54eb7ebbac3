import type { Row } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { TrailServiceService } from '@pii-vault/proto/audit/v1/trail';

export interface TrailState {
  /** Asks audit again; keeps the last state while audit does not answer. */
  refresh(): Promise<void>;
  /**
   * Refuses changes and reveals while the trail is not the one that was signed: after a restore without its
   * revocations, revoked users and erased people would be back, and no entry is appended.
   * @throws AppError UNAVAILABLE TRAIL_CONTRADICTED
   */
  refuseChange(row: Pick<Row, 'method' | 'reveals'>): void;
}

export function watchTrail(
  client: Pick<RpcClient<typeof TrailServiceService>, 'getTrailState'>,
  self: () => Ctx,
): TrailState {
  let contradiction = '';
  return {
    async refresh() {
      ({ contradiction } = await client.getTrailState(self(), {}));
    },
    refuseChange({ method, reveals }) {
      if (contradiction === '' || (method === 'GET' && reveals !== true)) return;
      throw unavailable('TRAIL_CONTRADICTED', `Nothing can be changed or revealed. ${contradiction}`);
    },
  };
}
