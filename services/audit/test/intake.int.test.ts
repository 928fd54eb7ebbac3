import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { AuditAction } from '@pii-vault/platform/domain/audit-actions';
import { encodeAuditEntry } from '@pii-vault/platform/domain/audit-entry';
import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { NoticeRaised } from '@pii-vault/proto/audit/events/v1/audit_events';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditConsumer } from '../src/consumers/on-audit-entry.ts';
import type { RevocationFile } from '../src/revocations/revocation-file.ts';

let database: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
  ctx = await (await createTestTokens()).as({ userId: 7, companies: { 1: [] } });
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.sql(
    'TRUNCATE audit.audit_trail, audit.tree_nodes, audit.company_heads, audit.producer_heads, audit.reveal_counts',
  );
  await database.sql('UPDATE audit.tree_state SET size = 0');
  await database.sql('DELETE FROM audit.outbox');
});

interface Fields extends Partial<BusMessage> {
  readonly individualId?: number;
  readonly action?: AuditAction;
}

function message(seq: number, { action = 'field_view', ...fields }: Fields = {}): BusMessage {
  const companyId = fields.companyId === undefined ? 1 : fields.companyId;
  const facts = {
    action,
    individualId: fields.individualId ?? seq,
    occurredAt: new Date(1_800_000_000_000 + seq),
  } as const;
  const payload = encodeAuditEntry(ctx, companyId === null ? facts : { ...facts, companyId });
  return {
    eventId: crypto.randomUUID(),
    topic: 'vault.audit',
    key: 'audit',
    producer: 'vault',
    epoch: 1,
    seq,
    companyId,
    payload,
    createdAt: new Date(),
    ...fields,
  };
}

/** Written by a producer that does not keep the bound of the contract. */
const largeId = () =>
  Buffer.from(
    AuditEntry.encode(
      AuditEntry.fromPartial({
        action: 'field_view',
        companyId: 1,
        individualId: 2 ** 60,
        occurredAt: new Date(),
      }),
    ).finish(),
  );

async function take(
  messages: readonly BusMessage[],
  revocations?: Pick<RevocationFile, 'append' | 'coverage' | 'uncovered'>,
): Promise<void> {
  const consumer = auditConsumer(
    { db: database.db, log: silentLogger(), revocations, file: undefined, appended: () => undefined },
    'vault',
  );
  await database.db.system((tx) => consumer.handle({ tx, ctx, messages }));
}

async function numbers(): Promise<unknown[]> {
  return (
    await database.sql<{ n: string }>(
      `SELECT leaf_index || '/' || epoch || ':' || seq AS n FROM audit.audit_trail ORDER BY leaf_index`,
    )
  ).map((row) => row.n);
}

async function alarm(): Promise<string | null | undefined> {
  const [row] = await database.sql<{ alarm: string | null }>('SELECT alarm FROM audit.producer_heads');
  return row?.alarm;
}

describe('intake', () => {
  it('appends a number once, however often it is delivered', async () => {
    const first = [message(1), message(2), message(3)];
    await take(first);
    await take(first);
    await take([...first.slice(1), message(4)]);
    expect(await numbers()).toEqual(['0/1:1', '1/1:2', '2/1:3', '3/1:4']);
  });

  it('stops at a gap, names the missing number, appends nothing of the batch', async () => {
    await take([message(1)]);
    await expect(take([message(2), message(4)])).rejects.toMatchObject({ reason: 'AUDIT_INTAKE_STOPPED' });
    expect(await numbers()).toEqual(['0/1:1']);
    expect(await alarm()).toContain('entry 3 of vault (epoch 1) is missing: 4 was received instead');
  });

  it('continues and clears the alarm when the missing number arrives', async () => {
    await expect(take([message(2)])).rejects.toMatchObject({ code: 'DATA_LOSS' });
    expect(await alarm()).toContain('entry 1');
    await take([message(1), message(2)]);
    expect(await alarm()).toBeNull();
    expect(await numbers()).toEqual(['0/1:1', '1/1:2']);
  });

  it('stops at a known number with other content', async () => {
    await take([message(1), message(2)]);
    await expect(take([message(2, { individualId: 99 })])).rejects.toMatchObject({
      reason: 'AUDIT_INTAKE_STOPPED',
    });
    expect(await alarm()).toContain('entry 2 of vault (epoch 1) was received again with different content');
  });

  it('appends a number once when a batch repeats it, and stops when the content differs', async () => {
    const [one, two, three] = [message(1), message(2), message(3)];
    await take([one, two, { ...two, eventId: crypto.randomUUID() }, one, three]);
    expect(await numbers()).toEqual(['0/1:1', '1/1:2', '2/1:3']);
    await expect(take([message(4), message(4, { individualId: 99 })])).rejects.toMatchObject({
      reason: 'AUDIT_INTAKE_STOPPED',
    });
    expect(await alarm()).toContain('entry 4 of vault (epoch 1) was received again with different content');
    expect(await numbers()).toHaveLength(3);
  });

  it('accepts a new epoch only from its first number, and then no number of the previous one', async () => {
    await take([message(1), message(2)]);
    await expect(take([message(2, { epoch: 2 })])).rejects.toMatchObject({ code: 'DATA_LOSS' });
    await take([message(1, { epoch: 2 })]);
    await expect(take([message(3)])).rejects.toMatchObject({ code: 'DATA_LOSS' });
    expect(await numbers()).toEqual(['0/1:1', '1/1:2', '2/2:1']);
  });

  it.each([
    ['a topic of another producer', { topic: 'identity.audit' }, 'wrote to the topic'],
    ['an envelope of another company', { companyId: 1, payload: undefined }, 'another company'],
    ['bytes that are no entry', { payload: Buffer.from('ffff', 'hex') }, 'cannot be read'],
    ['an id above 2^53', { payload: largeId() }, 'cannot be read'],
    ['an entry without action', { payload: Buffer.alloc(0), companyId: null }, 'no action'],
  ])('stops at %s', async (_what, fields, said) => {
    const wrong =
      'payload' in fields && fields.payload === undefined
        ? { ...message(1, { companyId: 2 }), companyId: 1 }
        : { ...message(1), ...fields };
    await expect(take([wrong as BusMessage])).rejects.toMatchObject({ reason: 'AUDIT_INTAKE_STOPPED' });
    expect(await alarm()).toContain(said);
  });

  it('keeps one order and gapless numbers when several processes append concurrently', async () => {
    const producers = ['vault', 'identity', 'tenancy', 'lineage'] as const;
    const batches = producers.flatMap((producer) =>
      [0, 1, 2, 3].map((batch) => ({
        producer,
        messages: [1, 2, 3].map((n) =>
          message(batch * 3 + n, { producer, topic: `${producer}.audit`, companyId: 1 + (n % 2) }),
        ),
      })),
    );
    const perProducer = producers.map(async (producer) => {
      const consumer = auditConsumer(
        {
          db: database.db,
          log: silentLogger(),
          revocations: undefined,
          file: undefined,
          appended: () => undefined,
        },
        producer,
      );
      for (const batch of batches.filter((one) => one.producer === producer))
        await database.db.system((tx) => consumer.handle({ tx, ctx, messages: batch.messages }));
    });
    await Promise.all(perProducer);
    const rows = await database.sql<{ leaf_index: number; company_id: number; company_seq: number }>(
      'SELECT leaf_index, company_id, company_seq FROM audit.audit_trail ORDER BY leaf_index',
    );
    expect(rows.map((row) => row.leaf_index)).toEqual(Array.from({ length: 48 }, (_, index) => index));
    for (const company of [1, 2]) {
      const own = rows.filter((row) => row.company_id === company).map((row) => row.company_seq);
      expect(own).toEqual(own.map((_, at) => at + 1));
    }
  });

  it('stops, appends nothing and raises an alarm when the list of revocations cannot be written', async () => {
    const empty = { coverage: async () => undefined, uncovered: async () => [] };
    const full = { ...empty, append: () => Promise.reject(new Error('ENOSPC: no space left on device')) };
    await take([message(1)], full);
    const revocation = message(2, { action: 'data_erase' });
    await expect(take([revocation], full)).rejects.toMatchObject({ reason: 'AUDIT_INTAKE_STOPPED' });
    expect(await numbers()).toEqual(['0/1:1']);
    expect(await alarm()).toContain('the list of revocations cannot be written');
    expect(await raised()).toEqual(['intake_stopped ']);
    await take([revocation], { ...empty, append: async () => undefined });
    expect(await numbers()).toEqual(['0/1:1', '1/1:2']);
    expect(await alarm()).toBeNull();
  });

  it('publishes the notice of an entry once, however often the entry is delivered', async () => {
    const alarms = [
      message(1),
      message(2, { action: 'budget_alarm' }),
      message(3, { action: 'webhook_create' }),
    ];
    await take(alarms);
    await take(alarms);
    await expect(take([message(4, { action: 'budget_alarm' }), message(6)])).rejects.toThrow();
    expect(await raised()).toEqual(['budget_alarm 1', 'webhook_create 1', 'intake_stopped ']);
    await expect(take([message(6)])).rejects.toThrow();
    expect(await raised()).toHaveLength(3);
    await take([message(4, { action: 'budget_alarm' })]);
    expect(await raised()).toHaveLength(4);
    await expect(take([message(6)])).rejects.toThrow();
    expect((await raised()).at(-1)).toBe('intake_stopped ');
  });
});

/** Kind and company of the published notices, oldest first. */
async function raised(): Promise<string[]> {
  const rows = await database.sql<{ payload: Buffer }>(
    `SELECT payload FROM audit.outbox WHERE topic = 'audit.notice_raised' ORDER BY id`,
  );
  return rows.map(({ payload }) => {
    const { kind, companyId } = NoticeRaised.decode(payload);
    return `${kind} ${companyId ?? ''}`;
  });
}
