import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { WAITING, type WaitingKind, waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcService } from '@pii-vault/platform/rpc/serve';

/** One entry of company 1 in each register of the service. */
export function scriptedWaiting(service: ServiceName): RpcService {
  const kinds = (Object.keys(WAITING) as WaitingKind[]).filter((kind) => WAITING[kind].service === service);
  const one = { count: 1, overdue: 0, companyId: 1, dueAt: new Date('2026-11-21T08:00:00.000Z') };
  return waitingRpc(
    service,
    kinds.map((kind) => [[kind], async () => ({ [kind]: one })]),
  );
}
