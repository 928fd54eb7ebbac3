import type { Tx } from '@pii-vault/platform/postgres/database';

/** Counts of a company's rows about consent, retention and destruction. */
export interface DataFacts {
  readonly fields: number;
  readonly fieldsWithoutProof: number;
  readonly fieldsPastRetention: number;
  readonly fieldsWithoutPurpose: number;
  readonly sealed: number;
  readonly sealedShort: number;
  readonly sealedOverdue: number;
  readonly shredded: number;
  readonly shreddedEarly: number;
  readonly shreddedUncertified: number;
}

/** Maximum number of incomplete consents, and of people whose consent has ended, that are checked. */
const MOST_LOOKED_AT = 10_000;
const DAY_MS = 86_400_000;
/** Days that a value may stay without any consent. */
const PURPOSELESS_DAYS = 30;

export async function readDataFacts(tx: Tx, companyId: number, now: Date): Promise<DataFacts> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  return {
    fields: await countFields(tx, companyId),
    fieldsWithoutProof: await countWithoutProof(tx, companyId),
    fieldsPastRetention: await countPastRetention(tx, companyId, yesterday),
    fieldsWithoutPurpose: await countWithoutPurpose(
      tx,
      companyId,
      new Date(now.getTime() - PURPOSELESS_DAYS * DAY_MS),
    ),
    ...(await countSealed(tx, companyId, yesterday)),
    ...(await countErasures(tx, companyId, yesterday)),
  };
}

/** From the type mask of each person: no field is read. */
async function countFields(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ fields: number }>(
    `SELECT coalesce(sum(bit_count(type_mask::bit(32))), 0)::bigint AS fields
     FROM individuals WHERE company_id = $1::bigint AND sealed_at IS NULL`,
    [companyId],
  );
  return row?.fields ?? 0;
}

async function countWithoutProof(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ fields: number }>(
    `SELECT count(DISTINCT (f.individual_id, f.field_type)) AS fields FROM (
       SELECT individual_id, seq, type_mask, purpose FROM consents
       WHERE company_id = $1::bigint AND NOT is_withdrawal
         AND (notice_version IS NULL OR language IS NULL OR channel IS NULL)
       ORDER BY company_id, individual_id, seq LIMIT $2::integer) AS c
     JOIN individuals AS i ON i.company_id = $1::bigint AND i.id = c.individual_id AND i.sealed_at IS NULL
     JOIN pii_fields AS f ON f.company_id = $1::bigint AND f.individual_id = c.individual_id
       AND f.consent_seq BETWEEN 1 AND c.seq AND (c.type_mask = 0 OR c.type_mask & (1 << f.field_type) <> 0) AND f.state = 1
     WHERE NOT EXISTS (
       SELECT FROM consents AS d WHERE d.company_id = $1::bigint AND d.individual_id = c.individual_id AND d.seq > c.seq
         AND NOT d.is_withdrawal AND d.purpose = c.purpose AND (d.type_mask = 0 OR d.type_mask & (1 << f.field_type) <> 0)
         AND d.notice_version IS NOT NULL AND d.language IS NOT NULL AND d.channel IS NOT NULL)`,
    [companyId, MOST_LOOKED_AT],
  );
  return row?.fields ?? 0;
}

async function countPastRetention(tx: Tx, companyId: number, before: Date): Promise<number> {
  const [row] = await tx.query<{ fields: number }>(
    `SELECT count(*) AS fields FROM pii_fields
     WHERE company_id = $1::bigint AND state = 1 AND retention_expiry < $2::timestamptz`,
    [companyId, before],
  );
  return row?.fields ?? 0;
}

/** Every purpose that consents give for the field was withdrawn, or they have expired, before the given time. */
async function countWithoutPurpose(tx: Tx, companyId: number, before: Date): Promise<number> {
  const [row] = await tx.query<{ fields: number }>(
    `SELECT count(*) AS fields FROM (
       SELECT DISTINCT individual_id FROM consents WHERE company_id = $1::bigint
         AND ((is_withdrawal AND recorded_at < $2::timestamptz) OR expires_at < $2::timestamptz)
       LIMIT $3::integer) AS p
     JOIN individuals AS i ON i.company_id = $1::bigint AND i.id = p.individual_id AND i.sealed_at IS NULL
     JOIN pii_fields AS f ON f.company_id = $1::bigint AND f.individual_id = p.individual_id AND f.state = 1
     WHERE f.consent_seq > 0 AND NOT EXISTS (
       SELECT FROM consents AS c CROSS JOIN unnest(c.also_for || c.purpose) AS agreed(name)
       WHERE c.company_id = $1::bigint AND c.individual_id = p.individual_id AND NOT c.is_withdrawal
         AND c.seq >= f.consent_seq AND (c.type_mask = 0 OR c.type_mask & (1 << f.field_type) <> 0)
         AND (c.expires_at IS NULL OR c.expires_at >= $2::timestamptz)
         AND NOT EXISTS (
           SELECT FROM consents AS d WHERE d.company_id = $1::bigint AND d.individual_id = p.individual_id
             AND d.is_withdrawal AND d.purpose = agreed.name AND d.recorded_at < $2::timestamptz
             AND (d.type_mask = 0 OR d.type_mask & (1 << f.field_type) <> 0)
             AND (d.seq > c.seq OR NOT ((c.is_dated AND c.given_at > d.given_at) OR EXISTS (
               SELECT FROM consents AS e WHERE e.company_id = $1::bigint AND e.individual_id = p.individual_id
                 AND e.seq > d.seq AND e.seq < c.seq AND NOT e.is_withdrawal AND e.is_dated AND e.given_at > d.given_at
                 AND (e.purpose = agreed.name OR agreed.name = ANY (e.also_for))
                 AND (e.type_mask = 0 OR e.type_mask & (1 << f.field_type) <> 0))))))`,
    [companyId, before, MOST_LOOKED_AT],
  );
  return row?.fields ?? 0;
}

type SealedCounts = Pick<DataFacts, 'sealed' | 'sealedShort' | 'sealedOverdue'>;

/** DPDP Rules, 2025, Rule 8(3): at least a year. */
async function countSealed(tx: Tx, companyId: number, before: Date): Promise<SealedCounts> {
  const [row] = await tx.query<SealedCounts>(
    `SELECT count(*) AS sealed,
       count(*) FILTER (WHERE shred_at < sealed_at + interval '365 days') AS "sealedShort",
       count(*) FILTER (WHERE shred_at < $2::timestamptz) AS "sealedOverdue"
     FROM (SELECT shred_at, ended_at AS sealed_at FROM pii_fields
         WHERE company_id = $1::bigint AND state = 3 AND shred_at IS NOT NULL
       UNION ALL SELECT shred_at, requested_at FROM erasures
         WHERE company_id = $1::bigint AND shredded_at IS NULL) AS s`,
    [companyId, before],
  );
  return row ?? { sealed: 0, sealedShort: 0, sealedOverdue: 0 };
}

type ShreddedCounts = Pick<DataFacts, 'shredded' | 'shreddedEarly' | 'shreddedUncertified'>;

async function countErasures(tx: Tx, companyId: number, before: Date): Promise<ShreddedCounts> {
  const [row] = await tx.query<ShreddedCounts>(
    `SELECT count(*) AS shredded,
       count(*) FILTER (WHERE shredded_at < requested_at + interval '365 days') AS "shreddedEarly",
       count(*) FILTER (WHERE certificate IS NULL AND shredded_at < $2::timestamptz) AS "shreddedUncertified"
     FROM erasures WHERE company_id = $1::bigint AND shredded_at IS NOT NULL`,
    [companyId, before],
  );
  return row ?? { shredded: 0, shreddedEarly: 0, shreddedUncertified: 0 };
}
