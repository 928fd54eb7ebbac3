import { hash } from 'node:crypto';
import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isProven } from '@pii-vault/platform/core/context/fresh-proof';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { readInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import type { Session } from './session.ts';
import { tokenSlots } from './token-slots.ts';

/** The credential of a request. */
export interface ExternalCredential {
  /** Value after `Bearer `. */
  readonly bearer: string;
  /** Value of the context cookie; empty without one. */
  readonly contextCookie: string;
}

export interface WantedToken {
  /** The company in the request; 'all' without one. */
  readonly company: number | 'all';
  readonly isPassive: boolean;
  /** Exchange again when the cached token has no fresh proof. */
  readonly needsProof: boolean;
}

export interface InternalTokens {
  /** @throws AppError UNAUTHENTICATED */
  get(credential: ExternalCredential, wanted: WantedToken): Promise<Session>;
  /** Drops all tokens of this credential: it ended, or its user's roles changed. */
  drop(credential: ExternalCredential): void;
  /** Drops the tokens of a user's API client: its secret was replaced or revoked through this gateway. */
  dropClientsOf(userId: number): void;
}

export type ExchangeClient = Pick<RpcClient<typeof AuthServiceService>, 'exchangeCredential'>;

/** Identifies a credential in maps and limits; the credential itself is not stored. */
function credentialDigest({ bearer, contextCookie }: ExternalCredential): string {
  return hash('sha256', `${bearer.length}:${bearer}${contextCookie}`, 'base64url');
}

/** Caches exchanges per credential and requested company; concurrent requests share one exchange. */
export function createInternalTokens(
  client: ExchangeClient,
  self: () => Ctx,
  now: () => number = Date.now,
): InternalTokens {
  const slots = tokenSlots(now);
  return {
    async get(credential, { company, isPassive, needsProof }) {
      const digest = credentialDigest(credential);
      const kept = slots.find(digest, company);
      if (kept !== undefined && isEnough((await kept).caller, needsProof, now())) return kept;
      const session = exchange(client, self(), { credential, company, isPassive, at: now() });
      slots.keep(digest, company, session);
      return session;
    },
    drop: (credential) => slots.drop(credentialDigest(credential)),
    dropClientsOf: slots.dropClientsOf,
  };
}

/** The session may have got a missing proof or factor through another gateway since. */
function isEnough(caller: UserCaller, needsProof: boolean, now: number): boolean {
  return caller.lacks === undefined && (!needsProof || isProven(caller, now));
}

interface Exchange {
  readonly credential: ExternalCredential;
  readonly company: number | 'all';
  readonly isPassive: boolean;
  /** Epoch ms. */
  readonly at: number;
}

async function exchange(
  client: ExchangeClient,
  ctx: Ctx,
  { credential, company, isPassive, at }: Exchange,
): Promise<Session> {
  const companyId = company === 'all' ? undefined : BigInt(company);
  const answer = await client
    .exchangeCredential(ctx, { ...credential, companyId, passive: isPassive })
    .catch((thrown: unknown) => {
      throw companyRequired(thrown);
    });
  const { token, sessionId, clientId, primaryCompanyId, roleVersion } = answer;
  return {
    token,
    caller: readInternalToken(token).caller,
    ref: clientId === '' ? { kind: 'session', id: sessionId } : { kind: 'client', id: clientId },
    primaryCompanyId: primaryCompanyId === undefined ? undefined : Number(primaryCompanyId),
    roleVersion,
    exchangedAt: at,
  };
}

/** A caller with more companies than fit into a token has to choose one. */
function companyRequired(thrown: unknown): unknown {
  if (thrown instanceof AppError && thrown.reason === 'COMPANY_REQUIRED') return companyIdRequired();
  return thrown;
}

export function companyIdRequired(): AppError {
  const message = 'companyId is required';
  return new AppError('INVALID_ARGUMENT', 'COMPANY_REQUIRED', message, {
    details: [{ path: 'companyId', message }],
  });
}
