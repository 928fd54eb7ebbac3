import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, toCsv } from '@pii-vault/all/demo-data/generate';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import type { Client } from '@pii-vault/contract/client';
import { makeAdministrator, signInByApi, widenBudgets } from '../../tests/running-vault/api-partner.ts';
import { connectDatabase } from '../../tests/running-vault/database-access.ts';
import { setUpCompany } from '../../tests/running-vault/set-up-company.ts';
import type { VaultProcess } from '../../tests/running-vault/vault-process.ts';
import { importFile } from '../imports.ts';
import { number, print } from '../report.ts';
import { fillWorld } from './fill-world.ts';
import { makeSamples } from './make-samples.ts';
import { makeViewers, type Viewers } from './make-viewers.ts';
import { patientFetch } from './patient-fetch.ts';

/** A filled vault, and credentials to read it. */
export interface World {
  readonly people: number;
  /** Has 80 % of the people; the second company has 10 %, the others share the rest. */
  readonly companyId: number;
  readonly companyIds: readonly number[];
  readonly agreementId: number;
  readonly viewers: Viewers;
}

/** People with values that can be decrypted; the others are copies of their rows. */
export const REAL_PEOPLE = 2_000;
/** Number of the smallest companies. */
const SMALL_COMPANIES = 18;

/** People that every world imports. */
export function importedPeople(): readonly PersonRow[] {
  const { files } = generate({ seed: 11, companies: [{ code: 'BENCH' }], rowsPerCompany: REAL_PEOPLE });
  return files[0]?.rows ?? [];
}

/** Reads the world of a folder, or prepares it, which takes minutes for a million people. */
export async function prepareWorld(vault: VaultProcess, people: number): Promise<World> {
  const file = join(vault.dataDir, '..', 'world.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const { bearer, companyId, admin } = await setUpCompany(vault.address);
  // API credentials cannot create agreements, webhooks and roles.
  const client = await signInByApi(vault.address, admin, { fetch: patientFetch });
  const companyIds = [companyId, ...(await makeCompanies(vault.address, client))];
  const otherCompanyId = companyIds[1] ?? 0;
  const agreement = await client.call('POST /link-agreements', {
    body: {
      companyId,
      otherCompanyId,
      purpose: 'kyc',
      includeAadhaar: false,
      disclosureDelay: 0,
      includesHealthData: true,
    },
  });
  const rows = importedPeople();
  await importFile(client, companyId, toCsv(rows));
  await importFile(client, otherCompanyId, toCsv(rows.slice(-500)));
  await makeSamples(client, companyIds.slice(0, 2));
  const viewers = { ...(await makeViewers(vault.address, client, companyIds)), all: bearer };
  const world = { people, companyId, companyIds, agreementId: agreement.id, viewers };
  const begin = performance.now();
  const database = await connectDatabase(vault.dataDir);
  await fillWorld(database, world);
  await database.end();
  await makeSamples(client, companyIds.slice(0, 2));
  print('filled', `${number(people)} people, in ${number((performance.now() - begin) / 1_000)} s`);
  await writeFile(file, JSON.stringify(world), { mode: 0o600 });
  return world;
}

async function makeCompanies(address: string, client: Client): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n <= SMALL_COMPANIES; n += 1) {
    const company = await client.call('POST /companies', {
      body: { name: `Company ${n}`, code: `C${n}`, tier: 'secondary', status: 'active' },
    });
    const email = `second-${company.id}@example.com`;
    const second = await makeAdministrator(
      address,
      client,
      { companyId: company.id, email },
      { fetch: patientFetch },
    );
    await widenBudgets(client, second.client, company.id);
    ids.push(company.id);
  }
  return ids;
}
