import { trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../core/log/log.ts';
import { withSpan } from '../core/telemetry/span.ts';
import { currentTraceparent } from '../core/telemetry/trace-context.ts';
import { PLATFORM_MIGRATIONS } from '../postgres/migrate.ts';
import { type TestDatabases, testDatabases } from '../testing/postgres.ts';
import { type RecordedSpans, recordSpans } from '../testing/recorded-spans.ts';
import { testCtx } from '../testing/test-ctx.ts';
import { startConsumers } from './consumer.ts';
import { postgresBus } from './postgres-bus.ts';
import { startRelay } from './relay.ts';

let test: TestDatabases;
let spans: RecordedSpans;

beforeAll(async () => {
  spans = recordSpans();
  test = await testDatabases([
    { service: 'vault', migrations: PLATFORM_MIGRATIONS },
    { service: 'lineage', migrations: PLATFORM_MIGRATIONS },
  ]);
});
afterAll(async () => {
  await test.drop();
  spans.stop();
});

it('continues a trace from a request over SQL and the bus to the consumer, also from a SQL function', async () => {
  const bus = postgresBus({ ...test.bus, log: silentLogger() });
  const db = test.open('vault');
  const relay = startRelay({ service: 'vault', db, bus, log: silentLogger() });
  const traces: (string | undefined)[] = [];
  const consumers = await startConsumers({
    service: 'lineage',
    db: test.open('lineage'),
    bus,
    log: silentLogger(),
    ctx: testCtx,
    specs: [
      {
        name: 'on-thing',
        topics: ['vault.thing'],
        scope: 'company',
        onPoison: 'park',
        maxBatch: 1,
        handle: async () => void traces.push(currentTraceparent()?.split('-')[1]),
      },
    ],
  });
  const traceId = await withSpan('request', 'server', {}, async () => {
    await db.tenant({ companies: [1] }, async (tx) => {
      await tx.publish({ topic: 'vault.thing', key: '1:1', companyId: 1, payload: Buffer.alloc(0) });
      await tx.query(
        `INSERT INTO outbox (topic, key, company_id, payload) VALUES ('vault.thing', '1:2', 1, '')`,
      );
    });
    return trace.getActiveSpan()?.spanContext().traceId;
  });
  await relay.flush();
  await consumers.flush();
  expect(traces).toEqual([traceId, traceId]);
  expect(new Set(spans.of(traceId).map((span) => span.name))).toEqual(
    new Set([
      'request',
      'vault transaction',
      'outbox_insert',
      'INSERT INTO outbox',
      'on-thing process',
      'lineage transaction',
      'inbox_receive',
    ]),
  );
  await consumers.stop();
  await relay.stop();
  await bus.close();
});
