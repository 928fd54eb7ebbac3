import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { TokenSigner } from '../credentials/tokens/token-signer.ts';
import { sessionStarted } from '../events.ts';
import { EXTERNAL_TOKEN_TYPE, type ExternalTokenOptions, externalClaims } from './external-token.ts';
import type { Attempt } from './logins/attempt.ts';
import {
  ABSOLUTE_LIFE_MS,
  contextDigest,
  newContextCookie,
  newSessionId,
  PENDING_LIFE_MS,
} from './session.ts';
import { insertSession, type NewSession } from './session-store.ts';

export interface StartSessionDeps {
  readonly signer: Pick<TokenSigner, 'sign'>;
  readonly token: ExternalTokenOptions;
  readonly now?: () => number;
}

export interface StartedSession {
  readonly session: NewSession;
  readonly token: string;
  /** Undefined when the session is not bound to a browser. */
  readonly contextCookie: string | undefined;
}

export interface StartSession {
  /**
   * Creates and signs the token before the transaction: no network call while rows are locked.
   * @param pending facts of a login that waits for its second factor: its session is restricted and short
   */
  prepare(
    ctx: Ctx,
    user: { id: number; role: string },
    browser: boolean,
    pending?: Attempt,
  ): Promise<StartedSession>;
  store(tx: Tx, started: StartedSession): Promise<void>;
}

export function createStartSession({ signer, token, now = Date.now }: StartSessionDeps): StartSession {
  return {
    async prepare(ctx, user, browser, pending) {
      const issuedAt = now();
      const contextCookie = browser ? newContextCookie() : undefined;
      const session: NewSession = {
        id: newSessionId(),
        userId: user.id,
        contextSha256: contextCookie === undefined ? null : contextDigest(contextCookie),
        ipAddress: ctx.ipAddress.slice(0, 45),
        userAgent: ctx.userAgent.slice(0, 512),
        startedAt: new Date(issuedAt),
        expiresAt: new Date(issuedAt + (pending === undefined ? ABSOLUTE_LIFE_MS : PENDING_LIFE_MS)),
        provenAt: pending === undefined ? new Date(issuedAt) : null,
        pendingAttempt: pending ?? null,
      };
      const facts = {
        userId: user.id,
        role: user.role,
        sessionId: session.id,
        tokenId: newSessionId(),
        issuedAt,
        // The row decides about the end: it is extended when the second factor is given.
        expiresAt: issuedAt + ABSOLUTE_LIFE_MS,
        contextSha256: session.contextSha256,
      };
      return {
        session,
        contextCookie,
        token: await signer.sign(EXTERNAL_TOKEN_TYPE, externalClaims(facts, token)),
      };
    },
    async store(tx, started) {
      await insertSession(tx, started.session);
      await tx.publish(sessionStarted(started.session));
    },
  };
}
