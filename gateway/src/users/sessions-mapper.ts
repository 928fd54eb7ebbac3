import type { LiveSession as LiveSessionJson } from '@pii-vault/contract/auth/tokens-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { LiveSession } from '@pii-vault/proto/identity/v1/sessions';
import type { Clients } from '../clients.ts';
import { userNames } from '../wire/user-names.ts';
import { oneOf, orNull, toIso, toOptionalIso } from '../wire/values.ts';

interface Deps extends Pick<Clients, 'userDirectory'> {
  readonly self: () => Ctx;
}

/** Sessions, tokens and API credentials with the names of their creators, when identity's directory answers. */
export async function toSessions(deps: Deps, sessions: readonly LiveSession[]): Promise<LiveSessionJson[]> {
  const makers = sessions.flatMap(({ createdBy }) => (createdBy === undefined ? [] : [createdBy]));
  const names = await userNames(deps, deps.self(), makers);
  return sessions.map((session) => ({
    id: session.id,
    kind: oneOf(['login', 'api_token', 'demo_token', 'api_credential'], session.kind),
    userId: session.userId,
    companyId: session.companyId ?? null,
    role: orNull(session.role),
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
    createdAt: toIso(session.createdAt),
    createdBy: session.createdBy ?? null,
    createdByName: session.createdBy === undefined ? null : (names.get(session.createdBy) ?? null),
    lastSeenAt: toOptionalIso(session.lastSeenAt),
    expiresAt: toOptionalIso(session.expiresAt),
    isCurrent: session.isCurrent,
  }));
}
