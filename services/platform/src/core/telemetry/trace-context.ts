import {
  type Context,
  context,
  INVALID_TRACEID,
  type Link,
  propagation,
  ROOT_CONTEXT,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. Safe inside a SQL literal. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The traceparent of the running span, undefined when it is not recorded. */
export function currentTraceparent(): string | undefined {
  if (isRecorded() !== true) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent !== undefined && TRACEPARENT.test(carrier.traceparent)
    ? carrier.traceparent
    : undefined;
}

/**
 * The context that continues a trace; an empty one when there is none. It keeps only the flag `sampled`: the propagator
 * writes other flags in a form that the next service cannot read (W3C Trace Context, 3.2.2.5: unknown flags are set to
 * zero).
 */
export function continuedContext(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const from = propagation.extract(ROOT_CONTEXT, { traceparent });
  const spanContext = trace.getSpanContext(from);
  if (spanContext === undefined || spanContext.traceFlags <= TraceFlags.SAMPLED) return from;
  return trace.setSpanContext(from, {
    ...spanContext,
    traceFlags: spanContext.traceFlags & TraceFlags.SAMPLED,
  });
}

const MAX_LINKS = 32;

/** What one piece of work for several messages belongs to. */
export interface JoinedTraces {
  readonly parent: Context;
  readonly links: readonly Link[];
}

/**
 * A span has one parent: the first trace that is recorded, for the trace of one request must not end where it meets
 * others in a batch. To the others it links (OpenTelemetry semantic conventions, messaging spans).
 */
export function joinedTraces(traceparents: readonly (string | undefined)[]): JoinedTraces {
  const [first, ...others] = new Set(traceparents.filter((one) => one?.endsWith('-01')));
  const links = others.slice(0, MAX_LINKS).flatMap((one) => {
    const known = trace.getSpanContext(continuedContext(one));
    return known === undefined ? [] : [{ context: known }];
  });
  return { parent: continuedContext(first), links };
}

/**
 * Whether the active trace is recorded; undefined without one. An unrecorded trace needs no spans but has to stay
 * unrecorded. It is called several times per request, so it does not validate ids: tracers and propagators pass no
 * malformed id.
 */
export function isRecorded(where: Context = context.active()): boolean | undefined {
  const span = trace.getSpanContext(where);
  if (span === undefined || span.traceId === INVALID_TRACEID) return undefined;
  return (span.traceFlags & TraceFlags.SAMPLED) !== 0;
}
