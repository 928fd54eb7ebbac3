import { hash } from 'node:crypto';
import type { UserCaller } from '@pii-vault/platform/context/caller';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { readInternalToken } from '@pii-vault/platform/tokens/internal-token';
import type { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import type { CredentialRef } from './liveness.ts';

/** What a request brought to prove who sent it. */
export interface ExternalCredential {
  /** What followed `Bearer `. */
  readonly bearer: string;
  /** Value of the context cookie, or empty. */
  readonly contextCookie: string;
}

/** An external credential after identity has vouched for it. */
export interface Session {
  /** Internal token; the external one goes no further than identity. */
  readonly token: string;
  readonly caller: UserCaller;
  readonly ref: CredentialRef;
  readonly primaryCompanyId: number | undefined;
  readonly roleVersion: bigint;
  /** Epoch ms at which the exchange began. */
  readonly exchangedAt: number;
}

export interface InternalTokens {
  /** @param company the one the request names, 'all' when it names none @throws AppError UNAUTHENTICATED */
  get(credential: ExternalCredential, company: number | 'all', isPassive: boolean): Promise<Session>;
  /** Forgets every token of this credential: it ended, or its user's roles changed. */
  drop(credential: ExternalCredential): void;
  /** Forgets the tokens of a user's API client: its secret was replaced or revoked here. */
  dropClientsOf(userId: number): void;
}

export type ExchangeClient = Pick<RpcClient<typeof AuthServiceService>, 'exchangeCredential'>;

/** Tokens live 60 s at most; they are replaced before services stop taking them. */
const keepMs = 50_000;
const renewBeforeMs = 8_000;
const maxKept = 20_000;

/** Stands for a credential in maps and limits; the credential itself is kept nowhere. */
function credentialDigest({ bearer, contextCookie }: ExternalCredential): string {
  return hash('sha256', `${bearer.length}:${bearer}${contextCookie}`, 'base64url');
}

interface Slot {
  readonly session: Promise<Session>;
  until: number;
  /** Known once the exchange has answered. */
  clientOf: number | undefined;
}

/** Caches exchanges per credential and requested company; simultaneous requests share one exchange. */
export function createInternalTokens(
  client: ExchangeClient,
  self: () => Ctx,
  now: () => number = Date.now,
): InternalTokens {
  const kept = new Map<string, Slot>();
  const companiesOf = new Map<string, Set<number | 'all'>>();

  async function exchange(
    credential: ExternalCredential,
    company: number | 'all',
    passive: boolean,
  ): Promise<Session> {
    const exchangedAt = now();
    const answer = await client.exchangeCredential(self(), {
      ...credential,
      companyId: company === 'all' ? undefined : BigInt(company),
      passive,
    });
    return {
      token: answer.token,
      caller: readInternalToken(answer.token).caller,
      ref:
        answer.clientId === ''
          ? { kind: 'session', id: answer.sessionId }
          : { kind: 'client', id: answer.clientId },
      primaryCompanyId: answer.primaryCompanyId === undefined ? undefined : Number(answer.primaryCompanyId),
      roleVersion: answer.roleVersion,
      exchangedAt,
    };
  }

  function keep(digest: string, company: number | 'all', session: Promise<Session>): void {
    const key = `${digest}:${company}`;
    const slot: Slot = { session, until: now() + keepMs, clientOf: undefined };
    if (kept.size >= maxKept) evictOldest();
    kept.set(key, slot);
    companiesOf.set(digest, (companiesOf.get(digest) ?? new Set()).add(company));
    session.then(
      ({ token, ref, caller }) => {
        slot.clientOf = ref.kind === 'client' ? caller.userId : undefined;
        slot.until = Math.min(slot.until, readInternalToken(token).expiresAt - renewBeforeMs);
      },
      () => {
        if (kept.get(key) === slot) kept.delete(key);
      },
    );
  }

  function evictOldest(): void {
    const oldest = kept.keys().next().value ?? '';
    kept.delete(oldest);
    companiesOf.delete(oldest.slice(0, oldest.indexOf(':')));
  }

  return {
    async get(credential, company, isPassive) {
      const digest = credentialDigest(credential);
      const slot = kept.get(`${digest}:${company}`);
      if (slot !== undefined && slot.until > now()) return slot.session;
      const session = exchange(credential, company, isPassive).catch((thrown: unknown) => {
        throw companyRequired(thrown);
      });
      keep(digest, company, session);
      return session;
    },
    drop(credential) {
      const digest = credentialDigest(credential);
      for (const company of companiesOf.get(digest) ?? []) kept.delete(`${digest}:${company}`);
      companiesOf.delete(digest);
    },
    dropClientsOf(userId) {
      for (const [key, slot] of kept) if (slot.clientOf === userId) kept.delete(key);
    },
  };
}

/** A caller with more companies than a token holds has to name one. */
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
