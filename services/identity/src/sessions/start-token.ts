import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { noteUse } from '../accounts/address-holds/address-hold-store.ts';
import type { TokenSigner } from '../credentials/tokens/token-signer.ts';
import { sessionStarted } from '../events.ts';
import type { Delegation } from './delegation.ts';
import { EXTERNAL_TOKEN_TYPE, type ExternalTokenOptions, externalClaims } from './external-token.ts';
import { newSessionId } from './session.ts';
import { insertSession, type NewSession } from './session-store.ts';

export type TokenParent =
  | { readonly sessionId: string }
  /** With the number of the secret that was used: the token ends with that secret. */
  | { readonly clientId: string; readonly secretChange: number };

export interface TokenGrant extends Delegation {
  readonly kind: 'api_token' | 'demo_token';
  readonly lifeMs: number;
  /** End of the secret that creates it, if it is a former one. */
  readonly notAfter: Date | undefined;
  readonly parent: TokenParent;
  /** Creator of the parent's credential, if another user than its owner. */
  readonly clientMadeBy: number | undefined;
}

export interface StartedToken {
  readonly session: NewSession;
  readonly grant: TokenGrant;
  readonly token: string;
}

export interface StartToken {
  /** Creates and signs the token before the transaction: no network call while rows are locked. */
  prepare(ctx: Ctx, userId: number, grant: TokenGrant): Promise<StartedToken>;
  /** @throws AppError UNAUTHENTICATED when its parent has ended meanwhile */
  store(tx: Tx, started: StartedToken): Promise<void>;
}

export function createStartToken(deps: {
  readonly signer: Pick<TokenSigner, 'sign'>;
  readonly token: ExternalTokenOptions;
  readonly now: () => number;
}): StartToken {
  return {
    async prepare(ctx, userId, grant) {
      const issuedAt = deps.now();
      const expiresAt = Math.min(
        issuedAt + grant.lifeMs,
        grant.notAfter?.getTime() ?? Number.MAX_SAFE_INTEGER,
      );
      const session: NewSession = {
        id: newSessionId(),
        userId,
        contextSha256: null,
        ipAddress: ctx.ipAddress.slice(0, 45),
        userAgent: ctx.userAgent.slice(0, 512),
        startedAt: new Date(issuedAt),
        expiresAt: new Date(expiresAt),
        provenAt: null,
        pendingAttempt: null,
      };
      const facts = {
        userId,
        role: grant.role,
        sessionId: session.id,
        tokenId: newSessionId(),
        issuedAt,
        expiresAt,
        contextSha256: null,
      };
      return {
        session,
        grant,
        token: await deps.signer.sign(EXTERNAL_TOKEN_TYPE, externalClaims(facts, deps.token)),
      };
    },
    async store(tx, { session, grant }) {
      await insertSession(tx, session);
      await noteUse(tx, session.userId);
      await delegate(tx, session.id, grant);
      await tx.publish(sessionStarted(session));
    },
  };
}

async function delegate(tx: Tx, id: string, grant: TokenGrant): Promise<void> {
  const client = 'clientId' in grant.parent ? grant.parent : undefined;
  const rows = await tx.query<{ isLive: boolean }>(
    `UPDATE user_sessions s SET kind = $2::text, actor_user_id = $3::bigint, company_id = $4::bigint, role = $5::text,
       permissions = $6::text[], parent_session_id = $7::text, parent_client_id = $8::text,
       parent_secret_change = $9::bigint, client_made_by = $10::bigint
     WHERE id = $1::text RETURNING has_live_parent(s) AS "isLive"`,
    [
      id,
      grant.kind,
      grant.actorUserId,
      grant.companyId,
      grant.role,
      grant.permissions,
      'sessionId' in grant.parent ? grant.parent.sessionId : null,
      client?.clientId,
      client?.secretChange,
      grant.clientMadeBy ?? null,
    ],
  );
  if (rows[0]?.isLive !== true) throw unauthenticated();
}
