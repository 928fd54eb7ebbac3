import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

/** The used part of opentelemetry.proto.trace.v1.TracesData in OTLP/HTTP JSON. */
const tracesData = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }),
        ),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  /** `service.name` of the process that sent the span. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
}

/** An OpenTelemetry collector that keeps the spans in memory. */
export interface Collector {
  readonly endpoint: string;
  /** Number of spans received. */
  count(): number;
  spansOf(traceId: string): readonly CollectedSpan[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const receiver = await startReceiver((body) => spans.push(...spansIn(JSON.parse(body.toString()))));
  return {
    ...receiver,
    count: () => spans.length,
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
  };
}

/** Occurs exactly once in the JSON of a span. */
const BEGIN = '"startTimeUnixNano"';

/** A collector that only counts spans. It uses little CPU, because it runs on the machine that is measured. */
export async function startSpanCounter(): Promise<Pick<Collector, 'endpoint' | 'count' | 'stop'>> {
  let count = 0;
  const receiver = await startReceiver((body) => {
    for (let at = body.indexOf(BEGIN); at >= 0; at = body.indexOf(BEGIN, at + BEGIN.length)) count += 1;
  });
  return { ...receiver, count: () => count };
}

/** Serves OTLP/HTTP's /v1/traces and passes each body to `take`. */
async function startReceiver(take: (body: Buffer) => void): Promise<Pick<Collector, 'endpoint' | 'stop'>> {
  const server = createServer((req, res) => {
    read(req).then(
      (body) => {
        const isTraces = req.method === 'POST' && req.url === '/v1/traces';
        if (isTraces) take(body);
        res.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      },
      () => res.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansIn(body: unknown): CollectedSpan[] {
  return tracesData.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service: name, ...span })));
  });
}

async function read(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts);
}
