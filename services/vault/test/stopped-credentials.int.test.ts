import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { CredentialStopChanged } from '@pii-vault/proto/lineage/events/v1/lineage_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vaultConsumers } from '../src/consumers/vault-consumers.ts';
import { readStopped } from '../src/limits/stops/stops-store.ts';
import { userCtx } from './contexts.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

describe('a credential that lineage stopped', () => {
  let world: VaultWorld;
  beforeAll(async () => {
    world = await vaultWorld();
  });
  afterAll(() => world.stop());

  const as = (userId: number, clientId?: string): Promise<Ctx> =>
    world.as({
      ...{ userId, companies: { 1: ['pii:write', 'pii:read'], 2: ['pii:write', 'pii:read'] } },
      ...(clientId === undefined ? {} : { clientId }),
    });
  const create = (ctx: Ctx, externalId: string, companyId = 1) =>
    world.records.createRecord(ctx, {
      ...{ companyId, consentDetails: consent(), fields: { name: ASHA.name }, externalId },
      individualId: undefined,
    });
  const setStop = async (isStopped: boolean, credential: string) => {
    await world.sql(
      `INSERT INTO vault.stopped_credentials VALUES (1, $2, $1, now())
       ON CONFLICT (company_id, credential) DO UPDATE SET is_stopped = excluded.is_stopped`,
      [isStopped, credential],
    );
    await world.restart();
  };

  it('can neither create nor correct in its company until the stop is lifted', async () => {
    const credential = 'client:pvc_probe/user:11';
    const probe = await as(11, 'pvc_probe');
    const { individualId } = await create(probe, 'S-1');
    await setStop(true, credential);
    const stopped = {
      code: 'PERMISSION_DENIED',
      reason: 'CREDENTIAL_STOPPED',
      message: expect.stringContaining('POST /api/security/probes/{id}/lift'),
    };
    const consentDetails = consent();
    await expect(create(probe, 'S-2')).rejects.toMatchObject(stopped);
    await expect(
      world.records.createRecords(probe, {
        ...{ companyId: 1, consentDetails, onExisting: 'update' },
        records: [{ fields: { name: ASHA.name }, externalId: 'S-1' }],
      }),
    ).rejects.toMatchObject(stopped);
    await expect(
      world.fields.createField(probe, {
        ...{
          companyId: 1,
          individualId,
          fieldType: 'email',
          plainValue: 'asha@example.in',
          consentDetails,
        },
        ...{ retentionExpiry: undefined, sourceContext: undefined },
      }),
    ).rejects.toMatchObject(stopped);
    await expect(
      world.individuals.createIndividual(probe, {
        ...{ companyId: 1, masterKey: undefined, dataQualityScore: undefined },
      }),
    ).rejects.toMatchObject(stopped);
    // Other credentials of the user or company, and this credential in another company, are not stopped.
    await create(await as(11), 'S-3');
    await create(await as(12, 'pvc_other'), 'S-4');
    await create(probe, 'S-5', 2);
    await setStop(false, credential);
    await create(probe, 'S-2');
  });
});

describe('the events of stops', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  });
  afterAll(() => database?.drop());

  const receive = async (isStopped: boolean, at: string) => {
    const specs = vaultConsumers.specs({ db: database.db, log: silentLogger(), wake: () => undefined }, {});
    const consumer = specs.find(({ name }) => name === 'stop-credentials');
    const payload = CredentialStopChanged.encode({
      ...{ companyId: 1, credential: 'client:pvc_1', isStopped, changedAt: new Date(at) },
    }).finish();
    const message = {
      ...{ eventId: crypto.randomUUID(), topic: 'lineage.credential_stop_changed', key: '1:client:pvc_1' },
      ...{ producer: 'lineage' as const, epoch: 1, seq: 1, companyId: 1, payload, createdAt: new Date(at) },
    };
    await database.db.system(async (tx) => consumer?.handle({ tx, ctx: userCtx([]), messages: [message] }));
    return (await database.db.system(readStopped)).length;
  };

  it('are applied in order, and an older one that arrives late changes nothing', async () => {
    expect(await receive(true, '2026-11-21T08:00:00Z')).toBe(1);
    expect(await receive(false, '2026-11-21T09:00:00Z')).toBe(0);
    expect(await receive(true, '2026-11-21T08:30:00Z')).toBe(0);
    expect(await receive(true, '2026-11-21T10:00:00Z')).toBe(1);
  });
});
