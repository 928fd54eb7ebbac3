import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';

/** Names of users by id, by one RPC; unknown users are missing, and all users while identity is unavailable. */
export async function userNames(
  { userDirectory }: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const userIds = [...new Set(ids)];
  const { users } =
    userIds.length === 0
      ? { users: [] }
      : await fallbackIfUnavailable(userDirectory.getUserNames(ctx, { userIds }), { users: [] });
  return new Map(
    users.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email]),
  );
}
