import { sumNextWeek } from '@pii-vault/audit/figures/sum-weeks';
import type { NamedStatement, Tx } from '@pii-vault/platform/postgres/database';
import type pg from 'pg';
import { companyOf, type Filled, run } from './filled.ts';

const ENTRIES_PER_PERSON = 3;
const CHUNK = 100_000;

/**
 * Fills entries of 240 days with indexes far beyond the end of the tree, so that new entries do not collide; also the
 * counters of the appender and the weekly sums of its job.
 */
export async function fillTrail(client: pg.Client, { people, companyIds }: Filled): Promise<void> {
  const entries = people * ENTRIES_PER_PERSON;
  for (let from = 1; from <= entries; from += CHUNK)
    await run(client, 'audit', [
      [ENTRIES, [companyIds, from, Math.min(entries, from + CHUNK - 1), entries, people]],
    ]);
  await run(client, 'audit', [
    [HEADS, []],
    [ACCESSES, []],
    // Also for weeks that the job has found empty meanwhile.
    ['DELETE FROM access_weeks_summed', []],
  ]);
  while (await alone(client, sumNextWeek));
}

/** Runs `work` in a transaction, in the schema that `run` has set. */
async function alone<T>(client: pg.Client, work: (tx: Pick<Tx, 'query'>) => Promise<T>): Promise<T> {
  async function query<R extends object>(statement: string | NamedStatement, values?: readonly unknown[]) {
    const named = typeof statement === 'string' ? { text: statement, values } : statement;
    const config = { ...named, values: [...(named.values ?? [])] };
    return (await client.query<R & pg.QueryResultRow>(config)).rows;
  }
  await client.query('BEGIN');
  const done = await work({ query });
  await client.query('COMMIT');
  return done;
}

const ENTRIES = `INSERT INTO audit_trail (company_id, leaf_index, company_seq, producer, epoch, seq, individual_id, pii_field_id, action,
    actor_type, actor_id, details, compliance_flags, ip_address, user_agent, "timestamp", leaf, salt, leaf_hash)
  SELECT ${companyOf('$1', 'n')}, 1000000000 + n, 1000000 + n, 'bench', 1, n, 20000 + n::bigint * 7919 % $5::integer, n,
    CASE WHEN n % 10007 = 1 THEN 'company_update' WHEN n % 1000 = 0 THEN 'user_update' WHEN n % 5 = 0 THEN 'data_create'
      WHEN n % 5 = 1 THEN 'field_view' ELSE 'field_decrypt' END,
    CASE WHEN n % 4 = 0 THEN 'user' ELSE 'api_client' END, (n % 500)::text,
    '{"decision": "allowed", "fieldNames": ["pan"], "producer": "vault", "purpose": "kyc"}',
    '{"violation": false, "dpdpCompliant": true}', '127.0.0.1', 'bench',
    now() - interval '240 days' + n::double precision / $4::integer * interval '240 days',
    '\\x7b7d', decode(repeat('00', 16), 'hex'), sha256(int4send(n))
  FROM generate_series($2::integer, $3::integer) AS n`;

const HEADS = `INSERT INTO company_heads (company_id, last_seq, last_at)
  SELECT company_id, count(*), max("timestamp") FROM audit_trail WHERE producer = 'bench' GROUP BY company_id
  ON CONFLICT (company_id) DO UPDATE SET last_seq = company_heads.last_seq + excluded.last_seq`;

const ACCESSES = `INSERT INTO access_days AS a (company_id, kind, day, key, entries)
  SELECT t.company_id, k.kind, ("timestamp" AT TIME ZONE 'UTC')::date, k.key, count(*)
  FROM audit_trail t CROSS JOIN LATERAL (VALUES
    ('action', t.action), ('hour', extract(hour FROM t."timestamp" AT TIME ZONE 'UTC')::text),
    ('actor', t.actor_type || ':' || t.actor_id)) AS k(kind, key)
  WHERE t.actor_type IN ('user', 'api_client') AND producer = 'bench' GROUP BY 1, 2, 3, 4 ORDER BY 3, 1, 2, 4
  ON CONFLICT (company_id, kind, day, key) DO UPDATE SET entries = a.entries + excluded.entries`;
