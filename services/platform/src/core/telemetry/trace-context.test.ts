import { propagation, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RecordedSpans, recordSpans } from '../../testing/recorded-spans.ts';
import { continuedContext, joinedTraces } from './trace-context.ts';

let spans: RecordedSpans;
beforeAll(() => {
  spans = recordSpans();
});
afterAll(() => spans.stop());

const of = (digit: string, flags: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`;

it('continues the first recorded trace and links to the others', () => {
  const { parent, links } = joinedTraces([
    undefined,
    of('a', '00'),
    of('b', '01'),
    of('c', '01'),
    of('b', '01'),
  ]);
  expect(trace.getSpanContext(parent)?.traceId).toBe('b'.repeat(32));
  expect(links.map(({ context }) => context.traceId)).toEqual(['c'.repeat(32)]);
});

it.each([
  ['00', false],
  ['01', true],
  ['fe', false],
  ['ff', true],
])('propagates only whether a trace with flags %s is recorded', (flags, isSampled) => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(continuedContext(of('a', flags)), carrier);
  expect(carrier.traceparent).toBe(of('a', isSampled ? '01' : '00'));
});

it('belongs to no trace if none is recorded', () => {
  const { parent, links } = joinedTraces([undefined, of('a', '00')]);
  expect([trace.getSpanContext(parent), links]).toEqual([undefined, []]);
});
