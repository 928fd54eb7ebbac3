import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import type { CallKind, Told } from './told.ts';

export interface PartnerCalls {
  /** One try; undefined when it was not answered with success. */
  once<T>(kind: CallKind, send: Send<T>): Promise<Answered<T> | undefined>;
  /** The same call again and again until it succeeds or is refused, or `isOver` and its patience is at an end. */
  insist<T>(kind: CallKind, send: Send<T>): Promise<T | undefined>;
}

export type Send<T> = (client: Client, signal: AbortSignal) => Promise<T>;

export interface Answered<T> {
  readonly answer: T;
  /** The X-Request-Id that the request carried. */
  readonly requestId: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const CALL_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** How long a call is repeated after the load has ended. */
const PATIENCE_MS = 90_000;

/** A partner system's way of calling: a request id per try, and no trust in silence. */
export function partnerCalls(
  address: string,
  bearer: string,
  told: Told,
  overAt: () => number | undefined,
): PartnerCalls {
  async function tryOnce<T>(kind: CallKind, send: Send<T>): Promise<Answered<T> | 'refused' | undefined> {
    const requestId = randomUUID();
    const client = createClient({
      baseUrl: `${address}/api`,
      getToken: () => bearer,
      fetch: (url, init) => fetch(url, { ...init, headers: withRequestId(init?.headers, requestId) }),
    });
    const sentAt = performance.now();
    try {
      const answer = await send(client, AbortSignal.timeout(CALL_MS));
      const answered = { answer, requestId, sentAt, answeredAt: performance.now() };
      told.successes.push({ kind, sentAt, answeredAt: answered.answeredAt });
      return answered;
    } catch (error) {
      return noteFailure(told, kind, error);
    }
  }

  return {
    async once(kind, send) {
      const answered = await tryOnce(kind, send);
      return answered === 'refused' ? undefined : answered;
    },
    async insist(kind, send) {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
        const answered = await tryOnce(kind, send);
        if (answered === 'refused') return undefined;
        if (answered !== undefined) return answered.answer;
        const over = overAt();
        if (over !== undefined && performance.now() > over + PATIENCE_MS) {
          told.unanswered.push(`a ${kind} was not answered with success within ${PATIENCE_MS / 1_000} s`);
          return undefined;
        }
        await delay(pauseMs);
      }
    },
  };
}

function noteFailure(told: Told, kind: CallKind, error: unknown): 'refused' | undefined {
  if (!(error instanceof Problem)) {
    told.failed(0, 'no answer');
    return undefined;
  }
  told.failed(error.status, error.reason ?? '');
  if (error.status >= 500 || isForLater(error.status)) return undefined;
  told.contradictions.push(`a ${kind} was refused with ${error.status} ${error.reason ?? ''}`);
  return 'refused';
}

/** 401 belongs here: what a service with a wrong clock thinks of a token is no refusal of the credential. */
const isForLater = (status: number) => [401, 408, 429].includes(status);

function withRequestId(headers: HeadersInit | undefined, requestId: string): Headers {
  const all = new Headers(headers);
  all.set('x-request-id', requestId);
  return all;
}
