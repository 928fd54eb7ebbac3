import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { RecordedPerson } from '../../load/operation-history.ts';
import { PURPOSE, RECONCILIATION, readProfile, reveal, searchPan } from '../../load/readers.ts';
import type { Load, Tenant } from '../../load/start-load.ts';
import { waitUntilIdle } from '../pending-work.ts';

/** A vault without pending work after a load, in which faults are planted. */
export interface PlantSite {
  readonly dataDir: string;
  readonly database: Client;
  readonly load: Load;
  readonly tenants: readonly Tenant[];
  /** People of import files whose ids no answer of the load contained. */
  readonly imported: readonly RecordedPerson[];
}

/** `pii_fields.field_type`. */
const NAME = 5;

/** Plants permanent faults: the vault is not usable afterwards. */
export async function plantInVault(site: PlantSite): Promise<void> {
  const [one, other] = site.tenants;
  if (one === undefined || other === undefined) throw new Error('Two companies are needed');
  await plantPeople(site, one);
  await plantUnaudited(site, one);
  await plantLosses(site, one, other);
  await site.database.query("UPDATE audit.audit_trail SET user_agent = 'planted' WHERE leaf_index = 0");
  const log = join(site.dataDir, 'logs', 'planted.log');
  await writeFile(log, `sent: ${living(site.load, one).externalId}\n`);
}

/** Creates a person that is not in the history, and one whose event does not reach lineage. */
async function plantPeople({ dataDir, database, load }: PlantSite, tenant: Tenant): Promise<void> {
  const { companyId } = tenant;
  const fields = { name: 'Planted One' };
  const create = (externalId: string) =>
    load.callsOf(tenant).retry('create', (client, signal) =>
      client.call('POST /pii-records', {
        body: {
          companyId,
          consentDetails: { purpose: PURPOSE, alsoFor: [RECONCILIATION] },
          externalId,
          fields,
        },
        signal,
      }),
    );
  await create('PLANTED-000002');
  const person = load.history.addPerson(companyId, 'PLANTED-000001', fields);
  const answer = await whileLosing(database, 'vault.record_changed', () => create(person.externalId));
  load.history.acknowledge(person, answer?.individualId);
  await waitUntilIdle(dataDir);
}

/** Gets answers with and without plaintext whose audit entries are lost. */
async function plantUnaudited({ database, load }: PlantSite, tenant: Tenant): Promise<void> {
  const reader = { ...tenant, history: load.history, calls: load.callsOf(tenant) };
  const shown = living(load, tenant);
  await whileLosing(database, 'vault.audit', async () => {
    await reveal(reader, [shown]);
    await readProfile(reader, shown, true);
    await readProfile(reader, shown, false);
    await searchPan(reader, shown);
  });
}

/** Deletes an imported value, a withdrawal and a person. */
async function plantLosses(
  { database, load, imported }: PlantSite,
  { companyId }: Tenant,
  other: Tenant,
): Promise<void> {
  const brought = imported.find((one) => one.companyId === companyId && one.values.has('name'));
  await database.query(
    'DELETE FROM vault.pii_fields WHERE company_id = $1 AND individual_id = $2 AND field_type = $3',
    [companyId, brought?.individualId, NAME],
  );
  const withdrawn = [...load.history.people.values()].find((one) => one.withdrawal?.answeredAt !== undefined);
  await database.query(
    'DELETE FROM vault.consents WHERE company_id = $1 AND individual_id = $2 AND is_withdrawal',
    [withdrawn?.companyId, withdrawn?.individualId],
  );
  await database.query('UPDATE vault.individuals SET sealed_at = now() WHERE company_id = $1 AND id = $2', [
    other.companyId,
    living(load, other).individualId,
  ]);
}

function living({ history }: Load, { companyId }: Tenant): RecordedPerson {
  const person = [...history.people.values()].find(
    (one) => one.companyId === companyId && one.withdrawal === undefined && one.values.has('pan'),
  );
  if (person === undefined) throw new Error('The load created no person with a PAN');
  return person;
}

/** Discards events of a topic before they reach the outbox, while `work` runs. */
async function whileLosing<T>(database: Client, topic: string, work: () => Promise<T>): Promise<T> {
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
