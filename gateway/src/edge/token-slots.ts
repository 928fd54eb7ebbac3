import { readInternalToken } from '@pii-vault/platform/tokens/internal-token';
import type { Session } from './session.ts';

/** Tokens live 60 s at most; they are replaced before services stop taking them. */
const keepMs = 50_000;
const renewBeforeMs = 8_000;
const maxKept = 20_000;

interface Slot {
  readonly session: Promise<Session>;
  until: number;
  /** Known once the exchange has answered. */
  clientOf: number | undefined;
}

/** Sessions by credential (its digest) and requested company; the oldest go first when there are too many. */
export interface TokenSlots {
  /** Undefined when there is none that still holds. */
  find(digest: string, company: number | 'all'): Promise<Session> | undefined;
  /** Keeps an exchange from its beginning on, so that simultaneous requests share it; a failed one is not kept. */
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
