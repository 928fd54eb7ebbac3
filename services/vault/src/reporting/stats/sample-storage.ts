import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { IntegrityError } from '../../keys/envelope/integrity-error.ts';
import { readHeader } from '../../keys/envelope/sealed-field.ts';

export interface StorageSample {
  readonly sampled: number;
  /** Number of rows with known magic, format and algorithm, and a data-key version of the person. */
  readonly wellFormed: number;
  /** Number of rows whose bytes look like text. */
  readonly suspicious: number;
  readonly failedFieldIds: readonly number[];
}

interface SampledRow {
  id: number;
  ciphertext: Buffer;
  data_key_version: number;
}

const FAILED_SHOWN = 20;
const POINTS = 50;

/** Checks up to `size` field rows of a company, read at random ids of its range. */
export async function sampleStorage(
  db: Pick<Database, 'system'>,
  companyId: number,
  size: number,
): Promise<StorageSample> {
  const rows = await db.system((tx) => readSample(tx, companyId, size));
  const judged = rows.map((row) => ({
    row,
    isWellFormed: isWellFormed(row),
    isText: looksLikeText(row.ciphertext),
  }));
  const failed = judged.filter((one) => !one.isWellFormed || one.isText);
  return {
    sampled: rows.length,
    wellFormed: judged.filter((one) => one.isWellFormed).length,
    suspicious: judged.filter((one) => one.isText).length,
    failedFieldIds: failed.slice(0, FAILED_SHOWN).map(({ row }) => row.id),
  };
}

function readSample(tx: Tx, companyId: number, size: number): Promise<SampledRow[]> {
  return tx.query<SampledRow>(
    `WITH span AS (SELECT min(id) AS low, max(id) AS high FROM individuals WHERE company_id = $1),
     people AS (
       SELECT DISTINCT p.id FROM span, generate_series(1, $3::integer) AS s(n)
       CROSS JOIN LATERAL (SELECT span.low + floor(random() * (span.high - span.low + 1))::bigint + 0 * s.n AS point) r
       CROSS JOIN LATERAL (
         SELECT i.id FROM individuals i WHERE i.company_id = $1 AND i.id >= r.point ORDER BY i.company_id, i.id LIMIT 20) p)
     SELECT f.id, f.ciphertext, coalesce(k.version, 0) AS data_key_version
     FROM people JOIN pii_fields f ON f.company_id = $1 AND f.individual_id = people.id
     LEFT JOIN individuals i ON i.company_id = $1 AND i.id = people.id
     LEFT JOIN data_keys k ON k.company_id = $1 AND k.individual_id = people.id AND k.version = i.data_key_version
     LIMIT $2`,
    [companyId, size, POINTS],
  );
}

function isWellFormed(row: SampledRow): boolean {
  try {
    return readHeader(row.ciphertext).dataKeyVersion === row.data_key_version;
  } catch (error) {
    if (error instanceof IntegrityError) return false;
    throw error;
  }
}

/** Ten printable characters in a row that look like an identifier, or any twenty: random bytes contain neither. */
function looksLikeText(bytes: Buffer): boolean {
  return /\d{10}|[A-Z]{5}\d{4}[A-Z]|[\w.+-]{3,}@[\w-]{2,}\.[a-z]{2}|[\x20-\x7e]{20}/.test(
    bytes.toString('latin1'),
  );
}
