import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { startVaultProcess, type VaultProcess } from '../../running-vault/vault-process.ts';
import { readProfile, reveal, searchPan } from '../load/readers.ts';
import { type Load, startLoad, type Tenant } from '../load/start-load.ts';
import { PARTNER_CALLS, type Told, type ToldPerson } from '../load/told.ts';
import { makeWorld } from '../world.ts';
import { checkAll, comesToRest } from './check-all.ts';
import { pairName, samePan } from './check-effects.ts';
import type { Finding } from './finding.ts';

// The checker against a real vault: it has nothing to say of a sound one, and names each fault that is planted.
/** `pii_fields.field_type`. */
const NAME = 5;

let vault: VaultProcess;
let tenants: readonly Tenant[];
let load: Load;
let database: Client;
let imported: readonly ToldPerson[];
let planted: readonly Finding[];

/** Clients have done some of everything. */
function isEnough({ people, reveals, successes }: Told): boolean {
  const kinds = new Set(successes.map(({ kind }) => kind));
  return (
    people.size > 200 &&
    samePan(people.values()).length > 0 &&
    reveals.length > 10 &&
    PARTNER_CALLS.every((kind) => kinds.has(kind))
  );
}

function check(): Promise<Finding[]> {
  const { address, dataDir, keysDir } = vault;
  return checkAll({ address, dataDir, keysDir, tenants, load });
}

/** Events of a topic are lost on their way from the transaction to the outbox, as long as `work` runs. */
async function whileLosing<T>(topic: string, work: () => Promise<T>): Promise<T> {
  await database.query(`
    CREATE FUNCTION vault.planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER planted BEFORE INSERT ON vault.outbox FOR EACH ROW WHEN (NEW.topic = '${topic}')
      EXECUTE FUNCTION vault.planted()`);
  try {
    return await work();
  } finally {
    await database.query('DROP FUNCTION vault.planted CASCADE');
  }
}

function someone(of: Tenant) {
  const person = [...load.told.people.values()].find(
    (one) => one.companyId === of.companyId && one.withdrawal === undefined && one.values.has('pan'),
  );
  if (person === undefined) throw new Error('The load made nobody');
  return person;
}

async function plantLostChange(tenant: Tenant): Promise<void> {
  const { companyId } = tenant;
  const person = load.told.person(companyId, 'PLANTED-000001', { name: 'Planted One' });
  const consentDetails = { purpose: 'kyc' };
  const { externalId } = person;
  const answer = await whileLosing('vault.record_changed', () =>
    load.callsOf(tenant).insist('create', (client, signal) =>
      client.call('POST /pii-records', {
        body: { companyId, consentDetails, externalId, fields: { name: 'Planted One' } },
        signal,
      }),
    ),
  );
  load.told.has(person, answer?.individualId);
}

/** A value of somebody whom a file brought goes from the database, as if it had never been written. */
async function plantLostValue({ companyId }: Tenant): Promise<void> {
  const person = imported.find((one) => one.companyId === companyId && one.values.has('name'));
  await database.query(
    'DELETE FROM vault.pii_fields WHERE company_id = $1 AND individual_id = $2 AND field_type = $3',
    [companyId, person?.individualId, NAME],
  );
}

/** Two people whom clients sent with one PAN, and who are linked no more: both rows of their edge are gone. */
async function plantLostEdge(): Promise<void> {
  const [pair] = samePan(load.told.people.values());
  if (pair === undefined) throw new Error('Nobody has the PAN of another');
  const [lo, hi] = pairName(pair).split('-');
  await database.query(
    `DELETE FROM lineage.data_lineage
     WHERE lo_company_id || '/' || lo_individual_id = $1 AND hi_company_id || '/' || hi_individual_id = $2`,
    [lo, hi],
  );
}

/** What a second application of one event would leave: a pair twice, a sum one too high. */
async function plantTwice({ companyId }: Tenant): Promise<void> {
  await database.query('UPDATE audit.reveal_counts SET entries = entries + 1 WHERE company_id = $1', [
    companyId,
  ]);
  const twin = (id: number) =>
    database.query(
      `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
         hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
         levels, weights, model_version)
       VALUES ($1::bigint, $2::bigint, 'intra:' || $2::bigint, $1, 900001, $1, 900002, 'duplicate_detection', 'pending', 0.9, 90, '{}', '{}', '{}', 'planted')`,
      [companyId, id],
    );
  await twin(900_001);
  await twin(900_002);
}

beforeAll(async () => {
  vault = await startVaultProcess();
  ({ tenants } = await makeWorld(vault.address));
  load = startLoad(vault.address, tenants, 4);
  await vi.waitUntil(() => isEnough(load.told), { timeout: 60_000 });
  await load.end();
  imported = [...load.told.people.values()].filter((one) => one.individualId === undefined);
  database = await connectDatabase(vault.dataDir);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await vault?.stop();
}, 60_000);

it('has nothing to say of a vault that kept its promises', async () => {
  expect(await check()).toEqual([]);
}, 120_000);

describe('what is planted', () => {
  beforeAll(async () => {
    const [one, other] = tenants;
    if (one === undefined || other === undefined) throw new Error('There are no companies');
    await plantLostChange(one);
    await comesToRest(vault.dataDir);
    const reader = { ...one, told: load.told, calls: load.callsOf(one) };
    await whileLosing('vault.audit', async () => {
      await reveal(reader, [someone(one)]);
      await readProfile(reader, someone(one), true);
      await readProfile(reader, someone(one), false);
      await searchPan(reader, someone(one));
    });
    await plantLostValue(one);
    await plantLostEdge();
    await plantTwice(other);
    await database.query('UPDATE vault.individuals SET sealed_at = now() WHERE company_id = $1 AND id = $2', [
      other.companyId,
      someone(other).individualId,
    ]);
    const log = join(vault.dataDir, 'logs', 'planted.log');
    await writeFile(log, `sent: ${someone(one).externalId}\n`);
    planted = await check();
  }, 180_000);

  it.each([
    ['an event that was dropped from the outbox', 'every effect once', 'of which lineage does not know (1)'],
    ['an event that was counted twice', 'every effect once', 'sums that are not those of the entries'],
    ['an event that was applied twice', 'every effect once', 'pairs with more than one edge (1)'],
    [
      'a reveal without audit',
      'no answer without its audit row',
      'plaintext that the trail does not know of (2)',
    ],
    [
      'a masked page and a search without',
      'no answer without its audit row',
      'answers that the trail does not know of (2)',
    ],
    ['an edge that is not there', 'every effect once', 'people with one PAN whom no edge links (1)'],
    ['an acknowledged person who is gone', 'no acknowledged write lost', 'people that are not there (1)'],
    ['a value that an import lost', 'no acknowledged write lost', 'not those last written (1): name of'],
    ['a value in a log', 'no readable value in a file', 'logs/planted.log'],
  ])('is named: %s', (_, promise, what) => {
    expect(planted).toContainEqual({ promise, what: expect.stringContaining(what) });
  });
});
