import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import type { Clients } from '../clients.ts';
import { userNames } from '../wire/user-names.ts';

const isUserId = /^\d{1,15}$/;

/** Id of the user of an entry: the actor, or the owner of the acting API client. */
function userIdOf(entry: TrailEntry): number | undefined {
  const id = entry.actorType === 'user' ? entry.actorId : entry.details?.onBehalfOf;
  return id !== undefined && isUserId.test(id) ? Number(id) : undefined;
}

/** Names of a page's actors, by one RPC; services have their own names, unknown users get null. */
export async function actorNames(
  clients: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  entries: readonly TrailEntry[],
): Promise<(entry: TrailEntry) => string | null> {
  const names = await userNames(
    clients,
    ctx,
    entries.flatMap((entry) => userIdOf(entry) ?? []),
  );
  return (entry) =>
    entry.actorType === 'service' ? entry.actorId : (names.get(userIdOf(entry) ?? 0) ?? null);
}
