import {
  type Attributes,
  type Context,
  context,
  type Link,
  ProxyTracerProvider,
  type Span,
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

/** Undefined without tracing. */
function activeTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer('pii-vault')
    : provider.getTracer('pii-vault');
}

/**
 * Runs `work` inside a span. Attributes are names, routes and counts, never values; a failed span has the reason and
 * not the message.
 * @param from the parent context; default: the active one
 */
export function withSpan<T>(
  name: string,
  kind: keyof typeof KINDS,
  attributes: Attributes,
  work: () => Promise<T>,
  from?: Context,
  links: readonly Link[] = NO_LINKS,
): Promise<T> {
  const tracer = activeTracer();
  if (tracer === undefined) return work();
  const parent = from ?? context.active();
  if (isRecorded(parent) === false) return from === undefined ? work() : context.with(parent, work);
  const options = { kind: KINDS[kind], attributes, ...(links.length === 0 ? {} : { links: [...links] }) };
  const span = tracer.startSpan(name, options, parent);
  const inside = trace.setSpan(parent, span);
  const recorded = isRecorded(inside);
  if (recorded === undefined) return work();
  return recorded ? spanned(span, inside, work) : context.with(inside, work);
}

/** Runs `work`, and ends the span when it has ended. */
async function spanned<T>(span: Span, inside: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(inside, work);
  } catch (thrown) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: AppError.from(thrown).reason });
    throw thrown;
  } finally {
    span.end();
  }
}
