import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { pinnedLookup, type Resolve } from './pinned-lookup.ts';
import { targetOf } from './target.ts';
import type { TargetRules } from './target-rules.ts';

export interface Egress {
  readonly rules: TargetRules;
  readonly resolve: Resolve;
  /** Timeout of a whole attempt, from the DNS lookup to the last byte of the response. */
  readonly timeoutMs: number;
}

/** Outcome of an attempt; an error is a stable name without content of the response. */
export interface Outcome {
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** '' for status 2xx. */
  readonly error: '' | 'STATUS' | 'TIMEOUT' | 'TLS' | 'ADDRESS_REFUSED' | 'NOT_RESOLVED' | 'CONNECTION';
  /** Delay requested by the receiver. */
  readonly retryAfterMs: number | undefined;
}

/** Only the head of a response is used; a longer body is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Posts once, over a new connection to a checked address. Redirects are not followed: they count as failures, like any
 * status except 2xx. Never throws.
 */
export async function postMessage(
  egress: Egress,
  message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  },
  stop: AbortSignal,
): Promise<Outcome> {
  try {
    const target = targetOf(message.url, egress.rules);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(egress.timeoutMs)]);
    return await exchange(target, egress, message, signal);
  } catch (thrown) {
    return { status: undefined, error: errorOf(thrown), retryAfterMs: undefined };
  }
}

function exchange(
  target: URL,
  { rules, resolve }: Egress,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  signal: AbortSignal,
): Promise<Outcome> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(body.length) },
    agent: false,
    lookup: pinnedLookup(rules, resolve),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  } as const;
  return new Promise<Outcome>((resolved, rejected) => {
    const request = send(target, options, (answer) => {
      const outcome = outcomeOf(answer);
      // The head decides, however the body ends.
      answer.on('error', () => undefined).once('close', () => resolved(outcome));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) answer.destroy();
      });
    });
    request.on('error', rejected);
    request.end(body);
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  const seconds = Number(headers['retry-after']);
  return {
    status: statusCode,
    error: statusCode >= 200 && statusCode < 300 ? '' : 'STATUS',
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined,
  };
}

function errorOf(thrown: unknown): Outcome['error'] {
  if (thrown instanceof AppError && thrown.reason === 'TARGET_REFUSED') return 'ADDRESS_REFUSED';
  if (!(thrown instanceof Error)) return 'CONNECTION';
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return 'TIMEOUT';
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'NOT_RESOLVED';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|EPROTO/.test(code) ? 'TLS' : 'CONNECTION';
}
