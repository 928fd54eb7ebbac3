import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export interface RecordedSpans {
  /** Finished spans of a trace, by its id. */
  of(traceId: string | undefined): readonly ReadableSpan[];
  /** Names of spans that started with baggage in their context. */
  readonly withBaggage: readonly string[];
  stop(): void;
}

/**
 * Records every span of this process that `sampler` accepts. Also registers a baggage propagator, so that a test can
 * show that the product does not propagate baggage.
 */
export function recordSpans(sampler: Sampler = new AlwaysOnSampler()): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const withBaggage: string[] = [];
  const baggageWatch = new SimpleSpanProcessor({ exporter: new InMemorySpanExporter() });
  baggageWatch.onStart = (span, parent) => {
    if (propagation.getBaggage(parent) !== undefined) withBaggage.push(span.name);
  };
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  trace.setGlobalTracerProvider(
    new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter }), baggageWatch] }),
  );
  return {
    of: (traceId) => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId),
    withBaggage,
    stop() {
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
