import type pg from 'pg';

/**
 * Brings a company from `from` people to `to` by copying rows inside the database: ids, master keys and search handles
 * are new, the ciphertexts are copies that belong to nobody and are never asked for. It is the size of tables and
 * indexes that matters here.
 */
export async function multiplyPeople(client: pg.Client, companyId: number, to: number): Promise<void> {
  const { rows } = await client.query<{ people: string; top: string }>(
    'SELECT count(*) AS people, max(id) AS top FROM vault.individuals WHERE company_id = $1',
    [companyId],
  );
  const people = Number(rows[0]?.people);
  const step = Number(rows[0]?.top);
  const copies = Math.ceil(to / people) - 1;
  await client.query(`SET search_path = vault`);
  for (const statement of COPY) await client.query(statement, [companyId, step, copies]);
  const top = step * (copies + 1);
  await client.query(`SELECT setval('individual_ids', $1), setval('field_ids', $1::bigint * 16)`, [top]);
  await client.query('VACUUM ANALYZE');
}

/** $1 company, $2 distance between the copies' ids, $3 copies. */
const COPY = [
  `INSERT INTO individuals (company_id, id, master_key, quality, completeness, record_version, type_mask, data_key_version, created_at, updated_at)
   SELECT company_id, id + k * $2::bigint, gen_random_uuid(), quality, completeness, record_version, type_mask, data_key_version,
     created_at - k * interval '1 minute', updated_at - k * interval '1 minute'
   FROM individuals, generate_series(1, $3::integer) AS k WHERE company_id = $1`,
  `INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
   SELECT company_id, individual_id + k * $2::bigint, version, field_key_version, wrapped, commitment
   FROM data_keys, generate_series(1, $3::integer) AS k WHERE company_id = $1`,
  `INSERT INTO consents (company_id, individual_id, seq, is_withdrawal, purpose, also_for, given_at, type_mask)
   SELECT company_id, individual_id + k * $2::bigint, seq, is_withdrawal, purpose, also_for, given_at, type_mask
   FROM consents, generate_series(1, $3::integer) AS k WHERE company_id = $1`,
  `INSERT INTO pii_fields (company_id, individual_id, field_type, version, id, state, consent_seq, value_mac, ciphertext)
   SELECT company_id, individual_id + k * $2::bigint, field_type, version, id + k * $2::bigint * 16, state, consent_seq, value_mac, ciphertext
   FROM pii_fields, generate_series(1, $3::integer) AS k WHERE company_id = $1`,
  `INSERT INTO search_index (company_id, field_type, key_version, handle, slot, individual_id, normaliser_version)
   SELECT company_id, field_type, key_version, substring(sha256(handle || int8send(k)) FOR 16),
     CASE WHEN field_type = 10 THEN 0 ELSE individual_id + k * $2::bigint END, individual_id + k * $2::bigint, normaliser_version
   FROM search_index, generate_series(1, $3::integer) AS k WHERE company_id = $1`,
];
