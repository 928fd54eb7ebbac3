import type { RouteKey } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { TrailService } from '@pii-vault/proto/audit/v1/trail';

export interface TrailState {
  /** Asks audit again. While audit does not answer, the last state counts for KNOWN_FOR_MS. */
  refresh(): Promise<void>;
  /** Audit has answered since the gateway started. */
  isKnown(): boolean;
  /**
   * Refuses changes and reveals while the trail is not the one that was signed: after a restore without its
   * revocations, revoked users and erased people would be back, and no entry is appended. Sessions can still be ended.
   * @throws AppError UNAVAILABLE TRAIL_CONTRADICTED; TRAIL_UNKNOWN before the first answer of audit, and when the last
   * one is too old: the database may have been restored since
   */
  refuseChange(row: Pick<Row, 'key' | 'method' | 'reveals'>): void;
}

const ENDS_A_SESSION: ReadonlySet<string> = new Set<RouteKey>([
  'POST /auth/logout',
  'DELETE /auth/sessions/{id}',
  'DELETE /users/{id}/sessions/{sid}',
]);

/** Longer than a restart of audit, and shorter than a restore of the database under running gateways. */
const KNOWN_FOR_MS = 5 * 60_000;

export function watchTrail(
  client: Pick<RpcClient<typeof TrailService>, 'getTrailState'>,
  self: () => Ctx,
  now: () => number = Date.now,
): TrailState {
  let contradiction = '';
  let knownAt: number | undefined;
  return {
    async refresh() {
      const askedAt = now();
      ({ contradiction } = await client.getTrailState(self(), {}));
      knownAt = askedAt;
    },
    isKnown: () => knownAt !== undefined,
    refuseChange({ key, method, reveals }) {
      if ((method === 'GET' && reveals !== true) || ENDS_A_SESSION.has(key)) return;
      if (contradiction !== '')
        throw unavailable('TRAIL_CONTRADICTED', `Nothing can be changed or revealed. ${contradiction}`);
      if (knownAt === undefined || now() - knownAt > KNOWN_FOR_MS)
        throw unavailable(
          'TRAIL_UNKNOWN',
          'Nothing can be changed or revealed until the audit service has said whether its trail is the signed one',
        );
    },
  };
}
