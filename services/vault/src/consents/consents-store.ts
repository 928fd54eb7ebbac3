import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ConsentDetails, ConsentEntry } from './consent.ts';

/** A consents row as jsonb_build_object gives it, here and in the SQL function reveal_people. */
export interface ConsentJson {
  readonly seq: number;
  readonly purpose: string;
  readonly alsoFor: readonly string[];
  readonly date: string;
  readonly isDated: boolean;
  readonly noticeVersion: string | null;
  readonly language: string | null;
  readonly channel: string | null;
  readonly expiresAt: string | null;
  readonly isWithdrawal: boolean;
  readonly typeMask: number;
  readonly recordedAt: string;
  /** Absent in a reveal. */
  readonly proofSha256?: string | null;
}

/** A subselect with the whole history of the row `alias` of individuals, oldest first. */
export function consentsAsJson(alias: string): string {
  return `(SELECT jsonb_agg(jsonb_build_object('seq', c.seq, 'purpose', c.purpose, 'alsoFor', c.also_for, 'date', c.given_at,
    'isDated', c.is_dated, 'noticeVersion', c.notice_version, 'language', c.language, 'channel', c.channel, 'expiresAt', c.expires_at,
    'isWithdrawal', c.is_withdrawal, 'typeMask', c.type_mask, 'recordedAt', c.recorded_at,
    'proofSha256', encode(c.proof_sha256, 'hex')) ORDER BY c.seq)
    FROM consents c WHERE c.company_id = ${alias}.company_id AND c.individual_id = ${alias}.id)`;
}

export function consentEntriesOf(rows: readonly ConsentJson[] | null): ConsentEntry[] {
  return (rows ?? []).map(consentEntryOf);
}

function consentEntryOf(row: ConsentJson): ConsentEntry {
  const { seq, purpose, typeMask } = row;
  const recorded = { seq, recordedAt: new Date(row.recordedAt), typeMask };
  if (row.isWithdrawal) return { ...recorded, kind: 'withdrawn', purpose, at: new Date(row.date) };
  const details = {
    purpose,
    date: new Date(row.date),
    ...(row.isDated ? { isDated: true as const } : {}),
    alsoFor: row.alsoFor,
    ...(row.noticeVersion === null ? {} : { noticeVersion: row.noticeVersion }),
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.expiresAt === null ? {} : { expiresAt: new Date(row.expiresAt) }),
    ...(typeof row.proofSha256 === 'string' ? { proofSha256: row.proofSha256 } : {}),
  };
  return { ...recorded, kind: 'given', details };
}

/** Appends a withdrawal of a purpose and types after all entries so far; the caller holds the lock on the person. */
export async function insertWithdrawal(
  tx: Tx,
  entry: {
    companyId: number;
    individualId: number;
    seq: number;
    purpose: string;
    at: Date;
    typeMask: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO consents (company_id, individual_id, seq, is_withdrawal, purpose, given_at, type_mask)
     VALUES ($1, $2, $3, true, $4, $5, $6)`,
    [entry.companyId, entry.individualId, entry.seq, entry.purpose, entry.at, entry.typeMask],
  );
}

/** A consent of several people, each after all entries so far; the caller holds the locks on them. */
export async function insertConsents(
  tx: Tx,
  companyId: number,
  details: ConsentDetails,
  people: ReadonlyArray<{ readonly individualId: number; readonly seq: number; readonly typeMask: number }>,
): Promise<void> {
  await tx.query(
    `INSERT INTO consents (company_id, individual_id, seq, type_mask, purpose, given_at, is_dated, notice_version,
       language, channel, expires_at, proof_sha256)
     SELECT $1, p.id, p.seq, p.types, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex')
     FROM unnest($2::bigint[], $3::integer[], $4::integer[]) AS p(id, seq, types)`,
    [
      companyId,
      people.map(({ individualId }) => individualId),
      people.map(({ seq }) => seq),
      people.map(({ typeMask }) => typeMask),
      details.purpose,
      details.date,
      details.isDated === true,
      details.noticeVersion ?? null,
      details.language ?? null,
      details.channel ?? null,
      details.expiresAt ?? null,
      details.proofSha256 ?? null,
    ],
  );
}

/** The history of one person of the company, oldest first; undefined when the company has no such person. */
export async function readConsents(
  tx: Tx,
  companyId: number,
  individualId: number,
): Promise<ConsentEntry[] | undefined> {
  const [row] = await tx.query<{ consents: ConsentJson[] | null }>(
    `SELECT ${consentsAsJson('i')} AS consents FROM individuals i
     WHERE i.company_id = $1 AND i.id = $2 AND i.sealed_at IS NULL`,
    [companyId, individualId],
  );
  return row === undefined ? undefined : consentEntriesOf(row.consents);
}

/** The histories of one person in each of the companies that holds it, ascending by company. */
export async function readConsentsIn(
  tx: Tx,
  companies: readonly number[],
  individualId: number,
): Promise<{ companyId: number; entries: ConsentEntry[] }[]> {
  const rows = await tx.query<{ company_id: number; consents: ConsentJson[] | null }>(LIST_CONSENTS, [
    companies,
    individualId,
  ]);
  return rows.map((row) => ({ companyId: row.company_id, entries: consentEntriesOf(row.consents) }));
}
export const LIST_CONSENTS = `SELECT i.company_id, ${consentsAsJson('i')} AS consents FROM individuals i
  WHERE i.company_id = ANY ($1::bigint[]) AND i.id = $2::bigint AND i.sealed_at IS NULL ORDER BY i.company_id`;
