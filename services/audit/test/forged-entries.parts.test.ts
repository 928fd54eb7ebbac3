import { randomUUID } from 'node:crypto';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type AuditFacts, encodeAuditEntry } from '@pii-vault/platform/domain/audit-entry';
import type { Bus, BusMessage } from '@pii-vault/platform/messaging/bus';
import { startConsumers } from '@pii-vault/platform/messaging/consumer';
import { kafkaBus } from '@pii-vault/platform/messaging/kafka-bus';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { recordValues } from '@pii-vault/platform/messaging/kafka-record';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { writeRaw } from '@pii-vault/platform/testing/raw-kafka';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { testRecordKeys } from '@pii-vault/platform/testing/test-record-keys';
import { addressOf } from '@pii-vault/platform/testing/test-services';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { auditConsumer } from '../src/consumers/on-audit-entry.ts';

const env = inject('testServices');
const TOPIC = 'vault.audit';
let database: TestDatabase;
let bus: Bus;
let ctx: Ctx;

beforeAll(async () => {
  database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
  ctx = await (await createTestTokens()).as({ userId: 7, companies: { 1: [] } });
  bus = await kafkaBus({ ...loadConfig(kafkaConfig, env), keys: testRecordKeys(), log: silentLogger() });
});
afterAll(async () => {
  await bus.close();
  await database.drop();
});

function entry(epoch: number, seq: number): BusMessage {
  const facts: AuditFacts = { action: 'field_view', companyId: 1, individualId: seq };
  return {
    eventId: randomUUID(),
    topic: TOPIC,
    key: 'audit',
    producer: 'vault',
    epoch,
    seq,
    companyId: 1,
    payload: encodeAuditEntry(ctx, facts),
    createdAt: new Date(),
  };
}

it('a forged entry of a higher epoch is not stored and does not stop the intake of genuine ones', async () => {
  const spec = auditConsumer(
    {
      db: database.db,
      log: silentLogger(),
      revocations: undefined,
      file: undefined,
      appended: () => undefined,
    },
    'vault',
  );
  // Only this test uses the topic: a new consumer group reads it from the start.
  const consumers = await startConsumers({
    service: 'audit',
    specs: [{ ...spec, name: `${spec.name}-${randomUUID()}` }],
    db: database.db,
    bus,
    log: silentLogger(),
    ctx: testCtx,
    retryMs: [1],
  });
  const caughtUp = async () => {
    do await consumers.flush();
    while (consumers.stopped().length === 0 && (await consumers.lag()) > 0);
  };
  await bus.publish([entry(1, 1)]);
  await caughtUp();
  const values = recordValues([entry(999, 1)]).map((value) => Buffer.from(value));
  await writeRaw(
    addressOf(env, 'KAFKA_BROKERS'),
    TOPIC,
    values.map((value) => ({ partition: 0, value })),
  );
  await bus.publish([entry(1, 2), entry(1, 3)]);
  await caughtUp();
  const trail = await database.sql('SELECT epoch, seq FROM audit.audit_trail ORDER BY leaf_index');
  expect(trail).toEqual([1, 2, 3].map((seq) => ({ epoch: 1, seq })));
  expect(consumers.stopped()).toEqual([]);
  expect(await database.sql('SELECT epoch, alarm FROM audit.producer_heads')).toEqual([
    { epoch: 1, alarm: null },
  ]);
  expect(await database.sql('SELECT topic, records FROM audit.refused_records')).toEqual([
    { topic: TOPIC, records: 1 },
  ]);
  await consumers.stop();
});
