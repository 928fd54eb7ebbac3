import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

/** OTLP/HTTP with JSON, of which only what is looked at: opentelemetry.proto.trace.v1.TracesData. */
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
  /** `service.name` of the process that made it. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
}

/** An OpenTelemetry collector that keeps what it gets. */
export interface Collector {
  readonly endpoint: string;
  /** Spans so far. */
  count(): number;
  spansOf(traceId: string): readonly CollectedSpan[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((req, res) => {
    read(req).then(
      (body) => {
        const isTraces = req.method === 'POST' && req.url === '/v1/traces';
        if (isTraces) spans.push(...spansIn(JSON.parse(body)));
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
    count: () => spans.length,
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
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

async function read(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts).toString();
}
