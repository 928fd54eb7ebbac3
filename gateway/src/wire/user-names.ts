import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetUserNamesResponse, UserName } from '@pii-vault/proto/identity/v1/directory';
import type { Clients } from '../clients.ts';
import { awaitAll } from './await-all.ts';
import { fallbackIfUnavailable } from './optional-response.ts';

/** Identity refuses more. A page of 200 entries can name three users each. */
const IDS_PER_CALL = 200;

const isUserId = /^\d{1,15}$/;

interface Actor {
  /** user | api_client | service */
  readonly actorType: string;
  readonly actorId: string;
}

/** Names of users by id, by one RPC per 200; unknown users are missing, and all users while identity is unavailable. */
export async function userNames(
  clients: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { users } = await askForNames(clients, ctx, ids, []);
  return namesById(users);
}

/** As userNames, and those among them that the list of users shows: accounts of all companies to super admins only. */
export async function namesInList(
  clients: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  ids: readonly number[],
  { isSuperAdmin }: { readonly isSuperAdmin: boolean },
): Promise<{ readonly all: ReadonlyMap<number, string>; readonly listed: ReadonlyMap<number, string> }> {
  const { users } = await askForNames(clients, ctx, ids, []);
  const listed = users.filter(({ isAcross }) => isSuperAdmin || !isAcross);
  return { all: namesById(users), listed: namesById(listed) };
}

/** Names of users, and of API clients by their owners; null for who is unknown or has no client now. */
export async function namesOfActors(
  clients: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  actors: readonly Actor[],
): Promise<(actor: Actor) => string | null> {
  const idsOf = (type: string) =>
    actors.filter(({ actorType }) => actorType === type).map(({ actorId }) => actorId);
  const userIds = idsOf('user').filter((id) => isUserId.test(id));
  const found = await askForNames(clients, ctx, userIds.map(Number), idsOf('api_client'));
  const names = namesById(found.users);
  const owners = new Map(found.clients.map(({ clientId, userId }) => [clientId, names.get(userId)]));
  return ({ actorType, actorId }) => {
    if (actorType === 'api_client') return owners.get(actorId) ?? null;
    return actorType === 'user' && isUserId.test(actorId) ? (names.get(Number(actorId)) ?? null) : null;
  };
}

async function askForNames(
  { userDirectory }: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  users: readonly number[],
  clients: readonly string[],
): Promise<GetUserNamesResponse> {
  const userIds = [...new Set(users)];
  const clientIds = [...new Set(clients)];
  const calls = Math.ceil(Math.max(userIds.length, clientIds.length) / IDS_PER_CALL);
  const answers = await awaitAll(
    Array.from({ length: calls }, (_, call) => {
      const part = <Id>(ids: readonly Id[]) => ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL);
      const asked = { userIds: part(userIds), clientIds: part(clientIds) };
      return fallbackIfUnavailable(userDirectory.getUserNames(ctx, asked), { users: [], clients: [] });
    }),
  );
  return {
    users: answers.flatMap(({ users: found }) => found),
    clients: answers.flatMap(({ clients: found }) => found),
  };
}

const namesById = (users: readonly UserName[]): ReadonlyMap<number, string> =>
  new Map(
    users.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email]),
  );
