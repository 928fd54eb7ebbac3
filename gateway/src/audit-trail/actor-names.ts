import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import type { Clients } from '../clients.ts';
import { unlessAway } from '../wire/optional-answer.ts';

const isUserId = /^\d{1,15}$/;

/** The id of the user behind an entry: the actor, or the owner of the API client that acted. */
function userIdOf(entry: TrailEntry): string | undefined {
  const id = entry.actorType === 'user' ? entry.actorId : entry.details?.onBehalfOf;
  return id !== undefined && isUserId.test(id) ? id : undefined;
}

/** Names the actors of a page by one RPC; services by their own name, unknown users by null. */
export async function actorNames(
  { userDirectory }: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  entries: readonly TrailEntry[],
): Promise<(entry: TrailEntry) => string | null> {
  const ids = [...new Set(entries.flatMap((entry) => userIdOf(entry) ?? []))];
  const { users } =
    ids.length === 0
      ? { users: [] }
      : await unlessAway(userDirectory.getUserNames(ctx, { userIds: ids.map(BigInt) }), { users: [] });
  const names = new Map(
    users.map(({ id, firstName, lastName, email }) => [
      id.toString(),
      `${firstName} ${lastName}`.trim() || email,
    ]),
  );
  return (entry) =>
    entry.actorType === 'service' ? entry.actorId : (names.get(userIdOf(entry) ?? '') ?? null);
}
