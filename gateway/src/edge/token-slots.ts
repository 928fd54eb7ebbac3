import { readInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { Session } from './session.ts';

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

/** Sessions by credential digest and requested company; the oldest are evicted when there are too many. */
export interface TokenSlots {
  /** Undefined without a valid one. */
  find(digest: string, company: number | 'all'): Promise<Session> | undefined;
  /** Stores an exchange from its start, so that concurrent requests share it; a failed one is removed. */
  keep(digest: string, company: number | 'all', session: Promise<Session>): void;
  drop(digest: string): void;
  dropClientsOf(userId: number): void;
}

export function tokenSlots(now: () => number): TokenSlots {
  const kept = new Map<string, Slot>();
  const companiesOf = new Map<string, Set<number | 'all'>>();

  function evictOldest(): void {
    const oldest = kept.keys().next().value ?? '';
    kept.delete(oldest);
    companiesOf.delete(oldest.slice(0, oldest.indexOf(':')));
  }

  return {
    find(digest, company) {
      const slot = kept.get(`${digest}:${company}`);
      return slot !== undefined && slot.until > now() ? slot.session : undefined;
    },
    keep(digest, company, session) {
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
    },
    drop(digest) {
      for (const company of companiesOf.get(digest) ?? []) kept.delete(`${digest}:${company}`);
      companiesOf.delete(digest);
    },
    dropClientsOf(userId) {
      for (const [key, slot] of kept) if (slot.clientOf === userId) kept.delete(key);
    },
  };
}
