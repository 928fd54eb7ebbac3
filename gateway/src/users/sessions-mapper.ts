import { liveSessionSchema } from '@pii-vault/contract/auth/tokens-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { LiveSession } from '@pii-vault/proto/identity/v1/sessions';
import type { Clients } from '../clients.ts';
import { jsonOf } from '../passed/json-of.ts';
import { userNames } from '../wire/user-names.ts';

interface Deps extends Pick<Clients, 'userDirectory'> {
  readonly self: () => Ctx;
}

const toSession = jsonOf(liveSessionSchema);

/** Sessions, tokens and API credentials with the names of their creators, when identity's directory answers. */
export async function toSessions(deps: Deps, sessions: readonly LiveSession[]) {
  const makers = sessions.flatMap(({ createdBy }) => (createdBy === undefined ? [] : [createdBy]));
  const names = await userNames(deps, deps.self(), makers);
  return sessions.map((session) =>
    toSession({
      ...session,
      createdByName: session.createdBy === undefined ? undefined : names.get(session.createdBy),
    }),
  );
}
