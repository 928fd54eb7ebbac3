import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Clients } from '../clients.ts';
import { unlessAway } from '../wire/optional-answer.ts';

/** Names of users by id, by one RPC; who is unknown, or while identity is away everybody, is missing. */
export async function userNames(
  { userDirectory }: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const userIds = [...new Set(ids)];
  const { users } =
    userIds.length === 0
      ? { users: [] }
      : await unlessAway(userDirectory.getUserNames(ctx, { userIds }), { users: [] });
  return new Map(
    users.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email]),
  );
}
