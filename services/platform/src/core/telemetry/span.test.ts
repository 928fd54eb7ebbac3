import { context, propagation } from '@opentelemetry/api';
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCommitter } from '../../postgres/committer.ts';
import { traced } from '../../postgres/traced.ts';
import { withClientSpan, withServerSpan } from '../../rpc/rpc-telemetry.ts';
import { recordSpans } from '../../testing/recorded-spans.ts';
import { withSpan } from './span.ts';
import { continuedContext, currentTraceparent, isRecorded } from './trace-context.ts';

const sampler = new AlwaysOffSampler();
const decide = vi.spyOn(sampler, 'shouldSample');
let stop: () => void;
beforeAll(() => {
  ({ stop } = recordSpans(sampler));
});
afterAll(() => stop());

const path = '/piivault.vault.v1.RevealsService/Reveal';
const outside = {
  path,
  deadlineAt: Infinity,
  signal: AbortSignal.timeout(60_000),
};

it('samples a trace once: an unrecorded one creates no further spans, here or in another process', async () => {
  const metadata: Record<string, string> = {};
  await withSpan('POST /api/pii-records/reveal', 'server', {}, () =>
    withClientSpan(path, async () => {
      propagation.inject(context.active(), metadata);
      await withServerSpan({ ...outside, metadata }, () => traced('vault statement', async () => undefined));
      expect([isRecorded(), currentTraceparent()]).toEqual([false, undefined]);
    }),
  );
  expect(metadata.traceparent).toMatch(/-00$/);
  await withServerSpan({ ...outside, metadata }, () =>
    withClientSpan(path, () => traced('audit statement', async () => undefined)),
  );
  expect(decide).toHaveBeenCalledTimes(1);
});

it('a shared commit belongs to the first trace that is recorded', async () => {
  const seen: (string | undefined)[] = [];
  const committer = createCommitter<string, string>({
    commit: async (items) => {
      seen.push(currentTraceparent());
      return items;
    },
  });
  const of = (digit: string, flags: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`;
  await Promise.all(
    [of('a', '00'), of('b', '01'), of('c', '01')].map((traceparent) =>
      context.with(continuedContext(traceparent), () => committer.submit(traceparent)),
    ),
  );
  expect(seen).toEqual([of('b', '01')]);
});
