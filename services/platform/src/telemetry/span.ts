import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AppError } from '../errors/app-error.ts';
import { isRecorded } from './trace-context.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const NO_LINKS: readonly Link[] = [];

/** Undefined where nothing is traced. */
function activeTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer('pii-vault')
    : provider.getTracer('pii-vault');
}

/**
 * Runs `work` inside a span. Attributes are names, routes and counts, never values; a failed span
 * carries the reason and not the message.
 */
export async function withSpan<T>(
  name: string,
  kind: keyof typeof KINDS,
  attributes: Attributes,
  work: () => Promise<T>,
  parent: Context = context.active(),
  links: readonly Link[] = NO_LINKS,
): Promise<T> {
  const tracer = activeTracer();
  if (tracer === undefined) return await work();
  if (isRecorded(parent) === false) return await context.with(parent, work);
  const span = tracer.startSpan(
    name,
    { kind: KINDS[kind], attributes, ...(links.length === 0 ? {} : { links: [...links] }) },
    parent,
  );
  if (!isSpanContextValid(span.spanContext())) return await work();
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (thrown) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: AppError.from(thrown).reason });
    throw thrown;
  } finally {
    span.end();
  }
}
