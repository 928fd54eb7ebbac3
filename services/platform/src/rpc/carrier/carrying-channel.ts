import { type CarriedAnswer, CarrierService, type CarryRequest } from '@pii-vault/proto/platform/v1/carrier';
import { AppError, unavailable } from '../../core/errors/app-error.ts';
import type { CallHeaders, Channel } from '../channel.ts';
import { ENDED } from '../lazy-signal.ts';
import { bindDeadline, msUntil } from '../with-deadline.ts';
import { fromCarried } from './carried-failure.ts';
import { MAX_CALLS } from './limits.ts';

/** Larger requests are sent alone: the cost of a stream is small compared with theirs. */
const LARGE_BYTES = 8_192;

const { carry } = CarrierService;

/** A call that was made in this turn of the event loop. */
interface Waiting {
  readonly headers: CallHeaders;
  readonly request: Buffer;
  readonly answer: PromiseWithResolvers<Buffer>;
  /** The caller has gone away, or its deadline has passed. */
  isGone: boolean;
  /** Called when `isGone` becomes true. */
  onGone(): void;
}

/**
 * Sends the calls of one turn of the event loop over one stream of `inner`, to one process of the peer. A single call
 * is sent alone. The stream is cancelled only when no call on it waits any more. The peer keeps each call's deadline.
 */
export function carryingChannel(inner: Channel): Channel {
  let waiting: Waiting[] = [];
  function send(): void {
    const calls = waiting.filter(({ isGone }) => !isGone);
    waiting = [];
    if (calls.length > 1) void together(calls);
    else
      for (const { headers, request, answer } of calls)
        inner.unary(headers, request).then(answer.resolve, answer.reject);
  }

  async function together(calls: readonly Waiting[]): Promise<void> {
    const { open, headers, take } = sharing(calls);
    try {
      for await (const bytes of inner.serverStream(headers, carry.requestSerialize(requestOf(calls))))
        take(bytes);
      if (open.size === 0) return;
      throw unavailable('UNAVAILABLE', 'A part of the vault is not reachable; try again');
    } catch (thrown) {
      const error = AppError.from(thrown);
      for (const one of open.values()) one.answer.reject(error);
    }
  }

  return {
    ...inner,
    unary(headers, request) {
      if (request.length > LARGE_BYTES || !Number.isFinite(headers.deadlineAt))
        return inner.unary(headers, request);
      if (waiting.length === 0) setImmediate(send);
      const one = waitingFor(headers, request);
      waiting.push(one);
      if (waiting.length === MAX_CALLS) send();
      return one.answer.promise;
    },
  };
}

function waitingFor(headers: CallHeaders, request: Buffer): Waiting {
  const answer = Promise.withResolvers<Buffer>();
  const one: Waiting = { headers, request, answer, isGone: false, onGone: () => undefined };
  const { clear } = bindDeadline(headers, (error) => {
    answer.reject(error);
    one.isGone = true;
    one.onGone();
  });
  answer.promise.then(clear, clear);
  return one;
}

/**
 * State that the calls of a stream share: the pending calls, the stream's headers and the handler of answers. The
 * stream ends at the last deadline, or when no call is pending and at least one caller has gone away.
 */
function sharing(calls: readonly Waiting[]) {
  const open = new Map(calls.entries());
  const gone = new AbortController();
  const giveUp = () => {
    if (open.size === 0 && calls.some(({ isGone }) => isGone)) gone.abort(ENDED);
  };
  for (const [at, one] of calls.entries())
    one.onGone = () => {
      open.delete(at);
      giveUp();
    };
  const deadlineAt = Math.max(...calls.map(({ headers }) => headers.deadlineAt));
  const headers: CallHeaders = { path: carry.path, metadata: {}, deadlineAt, signal: gone.signal };
  return {
    open,
    headers,
    take(bytes: Buffer) {
      for (const { call, outcome } of carry.responseDeserialize(bytes).answers) {
        settle(open.get(call)?.answer, outcome);
        open.delete(call);
      }
      giveUp();
    },
  };
}

function requestOf(calls: readonly Waiting[]): CarryRequest {
  return {
    calls: calls.map(({ headers: { path, metadata, deadlineAt }, request }) => ({
      path,
      metadata,
      timeoutMs: msUntil(deadlineAt),
      request,
    })),
  };
}

function settle(answer: PromiseWithResolvers<Buffer> | undefined, outcome: CarriedAnswer['outcome']): void {
  if (outcome?.$case === 'response') answer?.resolve(outcome.value);
  else if (outcome?.$case === 'failure') answer?.reject(fromCarried(outcome.value));
  else answer?.reject(AppError.from(new Error('An answer without an outcome')));
}
