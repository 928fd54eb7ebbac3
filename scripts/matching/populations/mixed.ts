import { seededRandom } from '@pii-vault/all/demo-data/random';
import { australianRows } from './australian.ts';
import type { GivenRow } from './given-row.ts';
import { historicalRows } from './historical-english.ts';
import { indianRows } from './indian.ts';
import { notableRows } from './notable-english.ts';
import { misread } from './slips.ts';

/** Columns of mixed rows: the field types. */
const MIXED_COLUMNS = [
  'name',
  'dob',
  'address',
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
] as const;

/** Noise of the notable people. */
const NOISE = 0.36;

/**
 * Rows of four populations with the same columns, to train a model for any company: people of India (three quarters),
 * Australia and historical England.
 * @param vocabulary rows from which values of Australian people are drawn
 */
export function mixedRows(vocabulary: readonly GivenRow[], rows: number, seed: number): GivenRow[] {
  const indian = indianRows({ seed, rows: Math.round(rows * 0.75), noise: 1.5, hasIds: true });
  const australian = australianRows(vocabulary, {
    seed,
    people: Math.round(rows * 0.05),
    maxDuplicates: 5,
    changesPerField: 2,
    changesPerRow: 5,
  });
  const english = historicalRows({ seed, people: Math.round(rows * 0.005) });
  const notable = notableRows({ seed, people: Math.round(rows * 0.01), noise: NOISE });
  return [
    ...indian.map((row) =>
      underTypes(row, ['first_name', 'last_name'], ['house', 'street', 'town', 'pin'], contactsOf(row, seed)),
    ),
    ...australian.map((row) =>
      underTypes(
        row,
        ['given_name', 'surname'],
        ['street_number', 'address_1', 'address_2', 'suburb', 'postcode', 'state'],
        { dob: row.date_of_birth ?? '', other_id: row.soc_sec_id ?? '' },
      ),
    ),
    ...[...english, ...notable.map((row) => ({ ...row, truth: `n${row.truth}` }))].map((row) =>
      underTypes(row, ['first_name', 'surname'], ['birth_place', 'postcode'], {}),
    ),
  ].map((row, at) => ({ ...row, id: String(at) }));
}

function underTypes(
  row: GivenRow,
  names: readonly string[],
  places: readonly string[],
  own: Readonly<Record<string, string>>,
): GivenRow {
  const joined = (columns: readonly string[]) =>
    columns
      .map((column) => row[column] ?? '')
      .filter((text) => text !== '')
      .join(' ');
  const known = Object.fromEntries(MIXED_COLUMNS.map((column) => [column, row[column] ?? '']));
  const truth = `${names[0]} ${row.truth}`;
  return { ...known, name: joined(names), address: joined(places), ...own, id: row.id, truth };
}

/** Contacts derived from a person's truth, with gaps and errors. */
function contactsOf({ id, truth }: GivenRow, seed: number): Record<string, string> {
  const who = seededRandom(seed * 1_000_003 + Number(truth));
  const clerk = seededRandom(seed * 1_000_003 + Number(truth) * 31 + Number(id.split('-').at(-1)) + 1);
  const values = {
    email: `${who.digits(6)}@mail.example`,
    bank_account: `5${who.digits(10)}`,
    other_id: `k${who.digits(7)}`,
  };
  return Object.fromEntries(
    Object.entries(values).map(([type, value]) => {
      if (clerk.chance(0.4)) return [type, ''];
      return [type, clerk.chance(0.04) ? misread(value, clerk) : value];
    }),
  );
}
