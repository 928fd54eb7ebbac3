import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import type { CallKind, OperationHistory } from './operation-history.ts';

export interface PartnerCalls {
  /** One attempt; undefined if it did not succeed. */
  once<T>(kind: CallKind, send: Send<T>): Promise<Answered<T> | undefined>;
  /** Repeats the call until it succeeds or is refused, or RETRY_MS after the load has ended. */
  retry<T>(kind: CallKind, send: Send<T>): Promise<T | undefined>;
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
/** Calls are repeated for this long after the end of the load. */
const RETRY_MS = 90_000;

/** Calls of a partner system: a new request id per attempt, and retries unless the answer is final. */
export function partnerCalls(
  address: string,
  bearer: string,
  history: OperationHistory,
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
      history.successes.push({ kind, sentAt, answeredAt: answered.answeredAt });
      return answered;
    } catch (error) {
      return recordFailure(history, kind, error);
    }
  }

  return {
    async once(kind, send) {
      const answered = await tryOnce(kind, send);
      return answered === 'refused' ? undefined : answered;
    },
    async retry(kind, send) {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
        const answered = await tryOnce(kind, send);
        if (answered === 'refused') return undefined;
        if (answered !== undefined) return answered.answer;
        const over = overAt();
        if (over !== undefined && performance.now() > over + RETRY_MS) {
          history.unanswered.push(`a ${kind} was not answered with success within ${RETRY_MS / 1_000} s`);
          return undefined;
        }
        await delay(pauseMs);
      }
    },
  };
}

function recordFailure(history: OperationHistory, kind: CallKind, error: unknown): 'refused' | undefined {
  if (!(error instanceof Problem)) {
    history.countFailure(0, 'no answer');
    return undefined;
  }
  history.countFailure(error.status, error.reason ?? '');
  if (error.status >= 500 || isRetryable(error.status)) return undefined;
  history.contradictions.push(`a ${kind} was refused with ${error.status} ${error.reason ?? ''}`);
  return 'refused';
}

/** 401 is included: a service with a wrong clock may refuse a valid token. */
const isRetryable = (status: number) => [401, 408, 429].includes(status);

function withRequestId(headers: HeadersInit | undefined, requestId: string): Headers {
  const all = new Headers(headers);
  all.set('x-request-id', requestId);
  return all;
}
