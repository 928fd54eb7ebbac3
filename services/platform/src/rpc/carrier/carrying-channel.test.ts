import { setImmediate as turn } from 'node:timers/promises';
import { CarrierService } from '@pii-vault/proto/platform/v1/carrier';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import type { CallHeaders, Channel } from '../channel.ts';
import { carryingChannel } from './carrying-channel.ts';

const { carry } = CarrierService;
type Outcome =
  | { readonly call: number; readonly text: string | undefined }
  | { readonly fails: AppError }
  | 'ends';

/** Started streams, with the texts of their calls and their next events. */
interface Stream {
  readonly texts: readonly string[];
  readonly headers: CallHeaders;
  readonly next: PromiseWithResolvers<Outcome>[];
}
let streams: Stream[];
let alone: string[];
let channel: Channel;
beforeEach(() => {
  [streams, alone] = [[], []];
  channel = carryingChannel({
    isHere: false,
    unary: async (_headers, request) => {
      alone.push(request.toString('utf8', 0, 9));
      return request;
    },
    async *serverStream(headers, request) {
      const { calls } = carry.requestDeserialize(request);
      const next = Array.from({ length: calls.length + 1 }, () => Promise.withResolvers<Outcome>());
      streams.push({ texts: calls.map((one) => one.request.toString()), headers, next });
      for (const { promise } of next) {
        const one = await promise;
        if (one === 'ends') return;
        if ('fails' in one) throw one.fails;
        const { call, text } = one;
        const outcome = text === undefined ? text : { $case: 'response' as const, value: Buffer.from(text) };
        yield carry.responseSerialize({ answers: [{ call, outcome }] });
      }
    },
    clientStream: () => Promise.reject(new Error('not used')),
    close: () => Promise.resolve(),
  });
});

const headers = (signal = new AbortController().signal, deadlineAt = Date.now() + 60_000): CallHeaders => ({
  path: '/t.v1.T/One',
  metadata: { authorization: 'Bearer t' },
  deadlineAt,
  signal,
});
/** Starts a call with a text. Handles rejections later, so none is unhandled. */
function ask(text: string, given = headers()): Promise<Buffer> {
  const answer = channel.unary(given, Buffer.from(text));
  answer.catch(() => undefined);
  return answer;
}
const lost = { code: 'UNAVAILABLE' };

it('sends the calls of one turn over one stream and matches answers in any order', async () => {
  const [a, b, c] = [ask('a'), ask('b'), ask('c')];
  await turn();
  expect(streams.map(({ texts }) => texts)).toEqual([['a', 'b', 'c']]);
  for (const [at, call] of [2, 0, 1].entries())
    streams[0]?.next[at]?.resolve({ call, text: `answer ${call}` });
  expect((await Promise.all([a, b, c])).map(String)).toEqual(['answer 0', 'answer 1', 'answer 2']);
  expect(alone).toEqual([]);
});

it('sends single calls, large ones and ones without a deadline directly', async () => {
  await ask('by itself');
  const large = ask(`so large ${'x'.repeat(16_384)}`);
  const endless = ask('with none', headers(undefined, Number.POSITIVE_INFINITY));
  await Promise.all([large, endless, ask('beside it')]);
  expect(alone.toSorted()).toEqual(['beside it', 'by itself', 'so large ', 'with none']);
  expect(streams).toEqual([]);
});

it('puts no more than 32 calls on a stream', async () => {
  for (let n = 0; n < 70; n++) void ask(String(n));
  await turn();
  expect(streams.map(({ texts }) => texts.length)).toEqual([32, 32, 6]);
});

it('fails only the unanswered calls when the stream breaks or ends early', async () => {
  for (const end of ['ends', { fails: new AppError('UNAVAILABLE', 'UNAVAILABLE', 'lost') }] as const) {
    const [a, b] = [ask('a'), ask('b')];
    await turn();
    streams.at(-1)?.next[0]?.resolve({ call: 1, text: 'done' });
    expect(String(await b)).toBe('done');
    streams.at(-1)?.next[1]?.resolve(end);
    await expect(a).rejects.toMatchObject(lost);
  }
});

it('cancels a stream when its last caller has left, and serves the others until then', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const [a, b, c] = [ask('a', headers(first.signal)), ask('b', headers(second.signal)), ask('c')];
  await turn();
  first.abort();
  await expect(a).rejects.toMatchObject({ code: 'CANCELLED' });
  streams[0]?.next[0]?.resolve({ call: 2, text: 'c' });
  await c;
  expect(streams[0]?.headers.signal.aborted).toBe(false);
  second.abort();
  await expect(b).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(streams[0]?.headers.signal.aborted).toBe(true);
});

it('also cancels a stream when the remaining calls have been answered', async () => {
  const leaving = new AbortController();
  const a = ask('a', headers(leaving.signal));
  const b = ask('b');
  await turn();
  leaving.abort();
  await expect(a).rejects.toMatchObject({ code: 'CANCELLED' });
  streams[0]?.next[0]?.resolve({ call: 1, text: 'b' });
  await b;
  await turn();
  expect(streams[0]?.headers.signal.aborted).toBe(true);
});

it('does not cancel a stream when all calls have been answered', async () => {
  const pair = [ask('a'), ask('b')];
  await turn();
  for (const call of [0, 1]) streams[0]?.next[call]?.resolve({ call, text: 'x' });
  await Promise.all(pair);
  streams[0]?.next[2]?.resolve('ends');
  await turn();
  expect(streams[0]?.headers.signal.aborted).toBe(false);
});

it('fails only the call whose answer has no outcome', async () => {
  const [a, b] = [ask('a'), ask('b')];
  await turn();
  streams[0]?.next[0]?.resolve({ call: 0, text: undefined });
  await expect(a).rejects.toMatchObject({ code: 'INTERNAL' });
  streams[0]?.next[1]?.resolve({ call: 1, text: 'b' });
  expect(String(await b)).toBe('b');
});

it('does not send calls that are already cancelled', async () => {
  const gone = ask('a', headers(AbortSignal.abort()));
  void ask('b');
  void ask('c');
  await turn();
  expect(streams.map(({ texts }) => texts)).toEqual([['b', 'c']]);
  await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
});
