import { generate, toCsv } from '@pii-vault/all/demo-data/generate';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';

/** People of two companies, and those that the walk uses. */
export interface People {
  readonly bank: { readonly csv: string; readonly rows: readonly PersonRow[] };
  /** Its second row has a wrong Aadhaar number. */
  readonly clinic: { readonly csv: string; readonly rows: readonly PersonRow[] };
  /** A person with every field and the same PAN in one row of each company. */
  readonly shared: PersonRow;
  /** Two rows of the bank with the same PAN. */
  readonly twice: readonly [PersonRow, PersonRow];
}

/** Enough rows that the import shows progress before its end. */
const BANK_ROWS = 4_000;
const CLINIC_ROWS = 500;
/** A header that no rule recognises, so that the user has to map it. */
const OWN_PAN_COLUMN = 'Tax No';

/** The same people in every run. @throws Error if the generator no longer makes such people */
export function makePeople(): People {
  const { files } = generate({
    seed: 11,
    companies: [{ code: 'BANK' }, { code: 'CLINIC' }],
    rowsPerCompany: BANK_ROWS,
  });
  const [bank = [], all = []] = files.map(({ rows }) => rows);
  const clinic = all.slice(0, CLINIC_ROWS);
  const clinicPans = new Set(clinic.map(({ pan }) => pan).filter(Boolean));
  const shared = bank.find(
    (row) => clinicPans.has(row.pan) && Object.values(row).every(Boolean) && isOnce(row, bank),
  );
  const twice = pairByPan(bank);
  if (shared === undefined || twice === undefined) throw new Error('These people share no PAN');
  return {
    bank: { rows: bank, csv: toCsv(bank).replace(',pan,', `,${OWN_PAN_COLUMN},`) },
    clinic: { rows: clinic, csv: toCsv(withWrongAadhaar(clinic)) },
    shared,
    twice,
  };
}

/** Whether no other row has an identifier of this one. */
function isOnce(one: PersonRow, rows: readonly PersonRow[]): boolean {
  const digits = (phone: string) => phone.replace(/\D/g, '').slice(-10);
  return !rows.some(
    (row) =>
      row !== one &&
      (row.pan === one.pan ||
        row.aadhaar === one.aadhaar ||
        row.email === one.email ||
        digits(row.phone) === digits(one.phone)),
  );
}

/**
 * The last pair with a shared PAN: a search for its long ids finds few others, so that the pair is on the first page.
 */
function pairByPan(rows: readonly PersonRow[]): [PersonRow, PersonRow] | undefined {
  const byPan = new Map<string, PersonRow>();
  for (const row of rows.toReversed()) {
    const after = row.pan === '' ? undefined : byPan.get(row.pan);
    if (after !== undefined) return [row, after];
    byPan.set(row.pan, row);
  }
  return undefined;
}

/** Replaces one number by one with a wrong check digit: 9999 9999 9999 would be valid. */
function withWrongAadhaar(rows: readonly PersonRow[]): PersonRow[] {
  return rows.map((row, index) => (index === 1 ? { ...row, aadhaar: '999999999998' } : row));
}
