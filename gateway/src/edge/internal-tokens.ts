import { hash } from 'node:crypto';
import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isProven } from '@pii-vault/platform/core/context/fresh-proof';
import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { readInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { AuthService } from '@pii-vault/proto/identity/v1/auth';
import { LRUCache } from 'lru-cache';
import type { CredentialRef } from './liveness.ts';

/** An external credential after its exchange at identity. */
export interface Session {
  /** Internal token; only identity gets the external one. */
  readonly token: string;
  readonly caller: UserCaller;
  readonly ref: CredentialRef;
  readonly primaryCompanyId: number | undefined;
  readonly roleVersion: number;
  /** Epoch ms of the start of the exchange. */
  readonly exchangedAt: number;
}

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

export type ExchangeClient = Pick<RpcClient<typeof AuthService>, 'exchangeCredential'>;

/** Identifies a credential in maps and limits; the credential itself is not stored. */
function credentialDigest({ bearer, contextCookie }: ExternalCredential): string {
  return hash('sha256', `${bearer.length}:${bearer}${contextCookie}`, 'base64url');
}

/** Caches at most `max` exchanges, by credential and requested company; concurrent requests share one exchange. */
export function createInternalTokens(
  client: ExchangeClient,
  self: () => Ctx,
  now: () => number = Date.now,
  max: number = maxKept,
): InternalTokens {
  const slots = tokenSlots(now, max);
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
  const companyId = company === 'all' ? undefined : company;
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
    primaryCompanyId: primaryCompanyId,
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
  return invalidArgument('COMPANY_REQUIRED', message, {
    details: [{ path: 'companyId', message }],
  });
}

/** Tokens live at most 60 s; they are replaced before services refuse them. */
const keepMs = 50_000;
const renewBeforeMs = 8_000;
const maxKept = 20_000;

interface Slot {
  readonly session: Promise<Session>;
  until: number;
  /** Set when the exchange has finished. */
  clientOf: number | undefined;
}

/** Sessions by credential digest and requested company; beyond `max` the least recently used are evicted. */
interface TokenSlots {
  /** Undefined without a valid one. */
  find(digest: string, company: number | 'all'): Promise<Session> | undefined;
  /** Stores an exchange from its start, so that concurrent requests share it; a failed one is removed. */
  keep(digest: string, company: number | 'all', session: Promise<Session>): void;
  drop(digest: string): void;
  dropClientsOf(userId: number): void;
}

function tokenSlots(now: () => number, max: number): TokenSlots {
  const keysOf = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Slot>({
    max,
    dispose(_, key, reason) {
      if (reason === 'set') return;
      const digest = key.slice(0, key.indexOf(':'));
      const keys = keysOf.get(digest);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(digest);
    },
  });
  return {
    find(digest, company) {
      const slot = kept.get(`${digest}:${company}`);
      return slot !== undefined && slot.until > now() ? slot.session : undefined;
    },
    keep(digest, company, session) {
      const key = `${digest}:${company}`;
      const slot: Slot = { session, until: now() + keepMs, clientOf: undefined };
      kept.set(key, slot);
      keysOf.set(digest, (keysOf.get(digest) ?? new Set()).add(key));
      session.then(
        ({ token, ref, caller }) => {
          slot.clientOf = ref.kind === 'client' ? caller.userId : undefined;
          slot.until = Math.min(slot.until, readInternalToken(token).expiresAt - renewBeforeMs);
        },
        () => {
          if (kept.peek(key) === slot) kept.delete(key);
        },
      );
    },
    drop(digest) {
      for (const key of [...(keysOf.get(digest) ?? [])]) kept.delete(key);
    },
    dropClientsOf(userId) {
      for (const [key, slot] of [...kept.entries()]) if (slot.clientOf === userId) kept.delete(key);
    },
  };
}
