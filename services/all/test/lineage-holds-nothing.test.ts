import { KeysService, type OpenedKey } from '@pii-vault/proto/crypto/v1/keys';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const consentDetails = { purpose: 'kyc', alsoFor: ['fraud'] };
const person = {
  name: 'Karthik Subramanian',
  pan: 'ABCPS1234K',
  phone: '+919845012345',
  email: 'karthik.subramanian@example.org',
  address: '12, Temple Street, Madurai 625001',
};
let vault: WholeVault;
let root: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  root = await firstAdmin(vault.origin);
  for (const code of ['ONE', 'TWO']) await root({ key: 'POST /companies', body: { name: code, code } });
  const terms = { companyId: 1, otherCompanyId: 2, purpose: 'fraud', disclosureDelay: 0 };
  await root({ key: 'POST /link-agreements', body: terms });
  for (const companyId of [1, 1, 2])
    await root({ key: 'POST /pii-records', body: { companyId, consentDetails, fields: person } });
  await vi.waitFor(
    async () => {
      const rows = await vault.sql<{ n: number }>(
        'SELECT count(DISTINCT agreement_id)::int AS n FROM lineage.data_lineage',
      );
      expect(rows[0]?.n).toBe(1);
    },
    { timeout: 60_000 },
  );
});
afterAll(() => vault?.stop());

/** Every row of every table of a schema as text; bytes in hexadecimal. */
async function dump(schema: string): Promise<string> {
  const tables = await vault.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1`,
    [schema],
  );
  const rows = await Promise.all(
    tables.map(({ name }) => vault.sql<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

/** Encodings in which a value could be stored: plain, hexadecimal, base64. */
const disguises = (value: Uint8Array): string[] => [
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
];

describe('the schema of lineage', () => {
  it('contains links, and no value in any encoding', async () => {
    const text = await dump('lineage');
    expect(text).toContain('same_individual');
    for (const value of Object.values(person))
      for (const form of [value, ...disguises(Buffer.from(value))]) expect(text).not.toContain(form);
  });

  it('contains no key that computes handles', async () => {
    const keys = vault.host.client(KeysService, 'crypto');
    const self = (company: number) => vault.host.self('vault', { company });
    const opened: OpenedKey[] = [];
    for (const company of [1, 2]) {
      const companyId = company;
      opened.push(...(await keys.openFieldKeys(self(company), { companyId, versions: [] })).keys);
      const scope = { $case: 'companyId' as const, value: companyId };
      opened.push(...(await keys.openIndexKeys(self(company), { scope, versions: [] })).keys);
    }
    const scope = { $case: 'agreementId' as const, value: 1 };
    opened.push(...(await keys.openIndexKeys(self(1), { scope, versions: [] })).keys);
    expect(opened.length).toBeGreaterThanOrEqual(5);
    const text = await dump('lineage');
    for (const { key } of opened) for (const form of disguises(key)) expect(text).not.toContain(form);
  });

  it('separates the tokens of scopes, and stores no other columns', async () => {
    const [shared] = await vault.sql<{ records: number; most: number }>(
      `SELECT (SELECT count(*)::int FROM lineage.match_records) AS records,
         (SELECT max(n)::int FROM (SELECT count(*) AS n FROM lineage.match_tokens GROUP BY token) b) AS most`,
    );
    // Two records in the scope of company 1, one in the scope of company 2, and all three in that of the agreement.
    expect(shared).toEqual({ records: 6, most: 3 });
    const columns = await vault.sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'lineage' AND table_name = 'match_tokens' ORDER BY 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual(['member', 'token']);
  });
});
