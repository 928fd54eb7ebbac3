import type pg from 'pg';
import { type Filled, run } from './filled.ts';

/** People per statement. */
const CHUNK = 50_000;
const RESERVED = 5_000;

/**
 * Fills companies by copying people of the largest company: ids, master keys and search handles are new; the copied
 * ciphertexts cannot be decrypted. Only the size of tables and indexes matters here.
 */
export async function fillPeople(
  client: pg.Client,
  { people, companyId, companyIds }: Filled,
): Promise<void> {
  const { rows } = await client.query<{ people: string; top: string }>(
    `SELECT count(*) AS people, (SELECT max(id) FROM vault.individuals) AS top FROM vault.individuals WHERE company_id = $1`,
    [companyId],
  );
  const real = Number(rows[0]?.people);
  // Leaves room for ids that processes have reserved.
  const step = Number(rows[0]?.top) + RESERVED;
  const others = companyIds.length - 2;
  let copies = 0;
  for (const [n, id] of companyIds.entries()) {
    const share = n === 0 ? people * 0.8 - real : n === 1 ? people * 0.1 : (people * 0.1) / others;
    for (let left = share; left > 0; ) {
      const [taken, times] =
        left < real ? [left, 1] : [real, Math.max(1, Math.floor(Math.min(left, CHUNK) / real))];
      const values = [companyId, id, step, copies + 1, copies + times, Math.ceil(taken)];
      for (const statement of COPY) await run(client, 'vault', [[statement, values]]);
      copies += times;
      left -= Math.ceil(taken) * times;
    }
  }
  await run(client, 'vault', [
    [`SELECT setval('individual_ids', $1), setval('field_ids', $1::bigint * 16)`, [step * (copies + 1)]],
    [`UPDATE individuals SET quality = 95 WHERE company_id = $1 AND id > $2`, [companyId, step * copies]],
    [ERRORS, [companyId, people / 10]],
  ]);
}

/**
 * $1 company of the real people, $2 company of the copies, $3 distance of ids, $4 first and $5 last copy, $6 people.
 */
const COPIES = (table: string, columns: string, id: string) => `SELECT ${columns}
  FROM (SELECT id AS real_id FROM individuals WHERE company_id = $1 ORDER BY id LIMIT $6::integer) AS r
  JOIN ${table} AS t ON t.company_id = $1 AND t.${id} = r.real_id
  CROSS JOIN generate_series($4::integer, $5::integer) AS k`;

/** Few copies have high quality; the people created first were changed last. */
const COPY = [
  `INSERT INTO individuals (company_id, id, master_key, quality, completeness, record_version, type_mask, data_key_version, created_at, updated_at)
   ${COPIES(
     'individuals',
     `$2::bigint, t.id + k * $3::bigint, gen_random_uuid(), CASE WHEN (t.id + k) % 1000 = 7 THEN 92 ELSE t.quality % 90 END, t.completeness,
       t.record_version, t.type_mask, t.data_key_version, t.created_at - interval '90 days' + k * interval '30 minutes',
       t.updated_at - k * interval '30 minutes' - t.id * interval '60 milliseconds'`,
     'id',
   )}`,
  `INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
   ${COPIES('data_keys', '$2::bigint, t.individual_id + k * $3::bigint, t.version, t.field_key_version, t.wrapped, t.commitment', 'individual_id')}`,
  `INSERT INTO consents (company_id, individual_id, seq, is_withdrawal, purpose, also_for, given_at, type_mask)
   ${COPIES('consents', '$2::bigint, t.individual_id + k * $3::bigint, t.seq, t.is_withdrawal, t.purpose, t.also_for, t.given_at, t.type_mask', 'individual_id')}`,
  `INSERT INTO pii_fields (company_id, individual_id, field_type, version, id, state, consent_seq, value_mac, ciphertext)
   ${COPIES(
     'pii_fields',
     `$2::bigint, t.individual_id + k * $3::bigint, t.field_type, t.version, t.id + k * $3::bigint * 100, t.state, t.consent_seq,
       t.value_mac, t.ciphertext`,
     'individual_id',
   )}`,
  `INSERT INTO search_index (company_id, field_type, key_version, handle, slot, individual_id, normaliser_version)
   SELECT * FROM (${COPIES(
     'search_index',
     `$2::bigint, t.field_type, t.key_version, substring(sha256(t.handle || int8send(k)) FOR 16) AS handle,
       CASE WHEN t.field_type = 10 THEN 0 ELSE t.individual_id + k * $3::bigint END, t.individual_id + k * $3::bigint,
       t.normaliser_version`,
     'individual_id',
   )}) AS c ORDER BY field_type, handle`,
];

const ERRORS = `INSERT INTO import_errors (company_id, import_id, id, row_number, column_name, reason, message)
  SELECT $1::bigint, (SELECT min(id) FROM imports WHERE company_id = $1::bigint), 1000 + n, 1000 + n, 'phone', 'PHONE_INVALID', ''
  FROM generate_series(1, $2::integer) AS n`;
