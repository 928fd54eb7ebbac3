import { context, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSpan } from '../core/telemetry/span.ts';
import { continuedContext } from '../core/telemetry/trace-context.ts';
import { ctxOf, echoClient } from '../testing/channel-contract.ts';
import { grpcPairs } from '../testing/grpc-pair.ts';
import { type RecordedSpans, recordSpans } from '../testing/recorded-spans.ts';
import { carryingChannel } from './carrier/carrying-channel.ts';
import type { Dispatcher } from './dispatcher.ts';
import { inProcessChannel } from './in-process-channel.ts';

let spans: RecordedSpans;
beforeAll(() => {
  spans = recordSpans();
});
const grpc = grpcPairs();
afterAll(async () => {
  spans.stop();
  await grpc.close();
});

const channels = {
  'in-process': async (dispatcher: Dispatcher) => inProcessChannel(() => dispatcher),
  gRPC: grpc.connect,
  // Two concurrent calls share a stream, and each has a separate trace.
  carrying: async (dispatcher: Dispatcher) => carryingChannel(await grpc.connect(dispatcher)),
};
const note = { text: 'x', companyId: 1 };

it.each(Object.entries(channels))('serves calls in the traces of their callers: %s', async (_, connect) => {
  const rpc = await echoClient(connect);
  const calls = [rpc.echo, rpc.byReference].map((call) => {
    const traceId = Promise.withResolvers<string | undefined>();
    const root = withSpan('GET /api/x', 'server', {}, () => {
      traceId.resolve(trace.getSpanContext(context.active())?.traceId);
      return call(ctxOf('reader'), note);
    });
    return root.then(() => traceId.promise);
  });
  const [echoed, passed] = await Promise.all(calls);
  expect(echoed).not.toBe(passed);
  expect(descentIn(echoed)).toEqual(['test.v1.Echo/Echo', 'test.v1.Echo/Echo', 'GET /api/x']);
  expect(descentIn(passed)).toEqual(['test.v1.Echo/AsIs', 'test.v1.Echo/AsIs', 'GET /api/x']);
});

it.each(Object.entries(channels))('makes no span of an unrecorded trace: %s', async (_, connect) => {
  const rpc = await echoClient(connect);
  const traceId = 'a'.repeat(32);
  const parent = continuedContext(`00-${traceId}-${'b'.repeat(16)}-00`);
  await withSpan('GET /api/x', 'server', {}, () => rpc.echo(ctxOf('reader'), note), parent);
  expect(spans.of(traceId)).toEqual([]);
});

/** Names of a trace's spans in the order of their ends, each the child of the next one. */
function descentIn(traceId: string | undefined): string[] {
  const ended = spans.of(traceId);
  for (const [at, span] of ended.entries())
    expect(span.parentSpanContext?.spanId).toBe(ended[at + 1]?.spanContext().spanId);
  return ended.map(({ name }) => name);
}
