import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrate } from '@pii-vault/platform/postgres/migrate';
import { type TestDatabases, testDatabases } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { apiCaller } from './api-caller.ts';
import { threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** A migration that computes figures from existing rows. */
interface BackFill {
  readonly service: (typeof allModules)[number]['name'];
  readonly migration: string;
  /** Earlier tables that it reads, in the order of their foreign keys. */
  readonly reads: readonly string[];
  /** Triggers of the earlier schema fill tables that no longer exist. */
  readonly byTriggers?: boolean;
  /** Query of the computed figures, independent of the progress of folding. */
  readonly figures: string;
}

const numbers = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${letter}${from + n}`);
const PEOPLE = ['completeness_sum', 'quality_sum', ...numbers('q', 0, 9), ...numbers('t', 1, 10)];
const sums = PEOPLE.map((name) => `sum(${name})::int AS ${name}`).join(', ');
const KINDS = `company_id::int, lo_company_id::int, hi_company_id::int, agreement_id::int, relationship_type,
  verification_status, is_hidden, confidence_tenths`;

const TENS = 'ten::int, company_id::int, lo_company_id::int, relationship_type, verification_status';

const LOGINS = [
  'login_sums',
  'login_addresses',
  'login_sources',
  'login_strangers',
  'login_days',
  'login_failures',
  'login_viewers',
];
const LOGIN_FIGURES = `SELECT * FROM (${LOGINS.map((name) => `SELECT '${name}' AS of, to_jsonb(l) AS row FROM identity.${name} l`).join(' UNION ALL ')}) AS l
  ORDER BY 1, 2`;

const backFills: readonly BackFill[] = [
  {
    service: 'identity',
    migration: '0030_roll_up_logins',
    reads: ['users', 'user_company_roles', 'login_attempts'],
    figures: LOGIN_FIGURES,
  },
  {
    service: 'identity',
    migration: '0040_sum_logins_by_company',
    reads: ['users', 'user_company_roles', 'login_attempts'],
    byTriggers: true,
    figures: LOGIN_FIGURES,
  },
  {
    service: 'vault',
    migration: '0050_roll_up_people',
    reads: ['individuals'],
    figures: `SELECT company_id::int, sum(people)::int AS people, ${sums} FROM (
        SELECT company_id, individuals AS people, ${PEOPLE.join()} FROM vault.people_totals
        UNION ALL SELECT company_id, added - removed, ${PEOPLE.join()} FROM vault.people_changes) AS p
      GROUP BY 1 ORDER BY 1`,
  },
  {
    service: 'vault',
    migration: '0050_roll_up_people',
    reads: ['individuals'],
    figures: `SELECT company_id::int, day::text, sum(added)::int AS added, sum(removed)::int AS removed FROM (
        SELECT company_id, day, added, removed FROM vault.people_days
        UNION ALL SELECT company_id, day, added, removed FROM vault.people_changes) AS p
      GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  {
    service: 'lineage',
    migration: '0020_roll_up_links',
    reads: ['data_lineage'],
    figures: `SELECT ${KINDS}, sum(edges)::int AS edges FROM (SELECT ${KINDS}, edges FROM lineage.link_counts
        UNION ALL SELECT ${KINDS}, edges FROM lineage.link_changes) AS e
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(edges) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
  },
  {
    service: 'lineage',
    migration: '0040_count_linked_people',
    reads: ['data_lineage'],
    figures: `SELECT company_id::int, seen_as, people::int FROM lineage.link_people_counts WHERE people <> 0 ORDER BY 1, 2`,
  },
  {
    service: 'lineage',
    migration: '0060_count_links_by_ten',
    reads: ['link_counts'],
    figures: `SELECT ${TENS}, sum(edges)::int AS edges, sum(confidence_sum)::int AS sum FROM (
        SELECT ${TENS}, edges, confidence_sum FROM lineage.link_tens
        UNION ALL SELECT ${TENS.replace('ten', 'least(confidence_tenths / 100, 9)')}, edges, edges * confidence_tenths FROM lineage.link_changes) AS e
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(edges) <> 0 ORDER BY 1, 2, 3, 4, 5`,
  },
  {
    service: 'audit',
    migration: '0010_roll_up_accesses',
    reads: ['audit_trail'],
    figures:
      'SELECT company_id::int, kind, day::text, key, entries::int FROM audit.access_days ORDER BY 1, 2, 3, 4',
  },
  {
    service: 'audit',
    migration: '0030_name_several_people',
    reads: ['audit_trail'],
    figures:
      'SELECT company_id::int, individual_id::int, leaf_index::int FROM audit.trail_people ORDER BY 1, 2, 3',
  },
  {
    service: 'compliance',
    migration: '0020_keep_days',
    reads: ['compliance_checks'],
    figures: `SELECT company_id::int, day::text, rule_id, status, score, readiness FROM compliance.compliance_days
      ORDER BY 1, 2, 3`,
  },
  {
    service: 'compliance',
    migration: '0040_keep_trend',
    reads: ['compliance_days'],
    figures: `SELECT company_id::int, day::text, score, readiness, violations FROM compliance.compliance_trend ORDER BY 1, 2`,
  },
];

let folder: string;
let vault: WholeVault;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filled-migrations-'));
  vault = await startWholeVault(allModules);
  const { own, asA } = await threeCompanies(vault);
  const { companyId } = own;
  const person = { companyId, consentDetails: { purpose: 'kyc' }, fields: { name: 'Somebody Else' } };
  const id = (await asA({ key: 'POST /pii-records', body: person })).json().individualId;
  const erase = { params: { id }, body: { companyId, reason: 'asked for' } };
  expect((await asA({ key: 'POST /individuals/{id}/erase', ...erase })).status).toBe(200);
  expect((await asA({ key: 'POST /compliance/run', body: { companyId } })).status).toBeLessThan(300);
  const named = { companyId, include: 'externalIds', purpose: 'kyc' };
  expect((await asA({ key: 'GET /individuals', query: named })).status).toBe(200);
  for (const email of ['a@example.org', 'nobody@example.org'])
    expect((await wrongLogin(email)).status).toBe(401);
  await vault.host.drain();
}, 180_000);
afterAll(async () => {
  await vault?.stop();
  await rm(folder, { recursive: true, force: true });
});

const wrongLogin = (email: string) =>
  apiCaller(vault.origin)({ key: 'POST /auth/login', body: { email, password: 'Not the right 9!' } });

const migrationsOf = (service: BackFill['service']): URL => {
  const found = allModules.find(({ name }) => name === service)?.migrations;
  if (found === undefined) throw new Error(`${service} has no migrations`);
  return found;
};

/** A database with the schema before the migration. */
async function databaseBefore({ service, migration }: BackFill): Promise<TestDatabases> {
  const from = fileURLToPath(migrationsOf(service));
  const some = join(folder, `${service}-${migration}`);
  const earlier = (await readdir(from)).filter((name) => name < `${migration}.sql`);
  for (const name of earlier) await cp(join(from, name), join(some, name));
  return testDatabases([{ service, migrations: pathToFileURL(`${some}/`) }]);
}

/** Copies current rows into the columns of the earlier schema. */
async function fill(before: TestDatabases, { service, byTriggers }: BackFill, table: string): Promise<void> {
  const columns = await before.sql<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [`${service}.${table}`],
  );
  const names = columns.map(({ name }) => `"${name}"`).join();
  const read = async () => {
    const [row] = await vault.sql<{ rows: unknown }>(
      `SELECT jsonb_agg(t) AS rows FROM ${service}.${table} t`,
    );
    return row?.rows ?? null;
  };
  await expect.poll(read, { timeout: 20_000, message: `${service}.${table} has rows` }).not.toBeNull();
  const rows = await read();
  if (byTriggers !== true) await before.sql(`ALTER TABLE ${service}.${table} DISABLE TRIGGER ALL`);
  await before.sql(
    `INSERT INTO ${service}.${table} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM jsonb_populate_recordset(NULL::${service}.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  await before.sql(`ALTER TABLE ${service}.${table} ENABLE TRIGGER ALL`);
}

it.each(backFills)(
  '$service $migration computes the figures of a filled database',
  async (backFill) => {
    const { service, reads, figures } = backFill;
    const before = await databaseBefore(backFill);
    try {
      for (const table of reads) await fill(before, backFill, table);
      const address = before.services.get(service)?.address;
      if (address === undefined) throw new Error(`${service} has no database`);
      await migrate({ address, admin: inject('postgres').admin, service, migrations: migrationsOf(service) });
      const worked = await before.sql(figures);
      expect(worked.length).toBeGreaterThan(0);
      // The running vault folds its figures with a delay of some seconds.
      await expect.poll(() => vault.sql(figures), { timeout: 20_000 }).toEqual(worked);
    } finally {
      await before.drop();
    }
  },
  60_000,
);
