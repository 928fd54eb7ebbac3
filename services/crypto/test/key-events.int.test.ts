import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { KeyCreated } from '@pii-vault/proto/crypto/events/v1/key_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldKeyOf } from '../src/keys/company-keys/key-uses.ts';
import { type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

interface OutboxRow {
  readonly topic: string;
  readonly company_id: number | null;
  readonly payload: Buffer;
}

describe('key events', () => {
  let world: UseCaseWorld & UseCases;
  beforeAll(async () => {
    world = await useCaseWorld();
    await world.prepare(world.ctx);
  });
  afterAll(() => world.drop());

  const outbox = () =>
    world.database.sql<OutboxRow>('SELECT topic, company_id, payload FROM crypto.outbox ORDER BY id');

  it('publishes an event for every key of the deployment, once', async () => {
    const created = (await outbox()).filter(({ topic }) => topic === 'crypto.key_created');
    expect(created.map(({ payload }) => KeyCreated.decode(payload).purpose).sort()).toEqual([
      'checkpoint',
      'master',
      'store',
      'token',
    ]);
    expect(created.every(({ company_id }) => company_id === null)).toBe(true);
  });

  it('writes event and audit entry of a company key in its transaction, without key bytes', async () => {
    const before = (await outbox()).length;
    const opened = (
      await Promise.all([1, 2, 3].map(() => world.open(world.ctx, { use: fieldKeyOf(5), versions: [] })))
    ).flat();
    const rows = (await outbox()).slice(before);
    expect(rows.map(({ topic, company_id }) => [topic, company_id])).toEqual([
      ['crypto.key_created', 5],
      ['crypto.audit', 5],
      ['crypto.key_created', 5],
      ['crypto.audit', 5],
    ]);
    const entry = AuditEntry.decode(rows[3]?.payload ?? Buffer.alloc(0));
    expect(entry).toMatchObject({ action: 'key_create', companyId: 5, actorType: 'service' });
    expect(entry.objectIds).toMatchObject({ keyId: opened[0]?.keyId, keyPurpose: 'field', keyVersion: '1' });
    const [key] = opened;
    for (const { payload } of await outbox()) {
      expect(payload.includes(key?.key ?? '')).toBe(false);
      expect(payload.includes(key?.key.toString('hex') ?? '')).toBe(false);
    }
  });
});
