import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import type { GivenRow } from './given-row.ts';
import { type IndianCountry, type IndianPerson, indianCountry, indianPeople } from './indian-people.ts';
import { misread, slipped } from './slips.ts';

export interface IndianOptions {
  readonly seed: number;
  readonly rows: number;
  /** 1: the error rate of a careful bank; 2: twice as many errors and gaps. */
  readonly noise: number;
  readonly hasIds: boolean;
}

const COUNTRY_SEED = 1;

/** Rows of people in households: a fifth return, up to four times, with errors, gaps, moves and marriages. */
export function indianRows({ seed, rows: wanted, noise, hasIds }: IndianOptions): GivenRow[] {
  const random = seededRandom(seed);
  const country = indianCountry(COUNTRY_SEED);
  const people = indianPeople(wanted, country, random);
  const rows: GivenRow[] = [];
  for (const [truth, person] of people.entries()) {
    if (rows.length >= wanted) break;
    const copies = random.chance(0.2) ? 2 + Math.floor(random.next() ** 3 * 4) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const row = writtenDown(person, copy === 0 ? noise / 3 : noise, country, random);
      const ids = hasIds ? idsOf(person, noise, random) : {};
      rows.push({ ...row, ...ids, id: `${truth}-${copy}`, truth: String(truth) });
    }
  }
  return shuffled(rows, random);
}

function writtenDown(
  person: IndianPerson,
  noise: number,
  country: IndianCountry,
  random: Random,
): Record<string, string> {
  const often = (share: number) => random.chance(Math.min(0.9, share * noise));
  const moved = often(0.06) ? indianPeople(1, country, random)[0] : undefined;
  const { house, street, town, pin } = moved ?? person;
  const row: Record<string, string> = {
    first_name: often(0.04) ? person.given.slice(0, 1) : person.given,
    last_name: often(0.02) ? country.surname(random) : person.surname,
    dob: often(0.02) ? `${person.dob.slice(0, 4)}-01-01` : person.dob,
    house,
    street,
    town,
    pin,
    phone: often(0.1) ? `9${random.digits(9)}` : person.phone,
  };
  for (const column of ['first_name', 'last_name', 'street', 'town'])
    if (often(0.07)) row[column] = slipped(row[column] ?? '', random);
  for (const column of ['dob', 'pin', 'house'])
    if (often(0.03)) row[column] = misread(row[column] ?? '', random);
  if (often(0.03)) [row.first_name, row.last_name] = [row.last_name ?? '', row.first_name ?? ''];
  for (const column of ['last_name', 'dob', 'house', 'street', 'pin']) if (often(0.05)) row[column] = '';
  if (often(0.25)) row.phone = '';
  return row;
}

function idsOf({ aadhaar, pan }: IndianPerson, noise: number, random: Random): Record<string, string> {
  const slip = (value: string) => (random.chance(0.01 * noise) ? misread(value, random) : value);
  return {
    aadhaar: random.chance(0.6) ? slip(aadhaar) : '',
    pan: random.chance(0.5) ? slip(pan) : '',
  };
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const [a, b] = [items[last], items[other]];
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a];
  }
  return items;
}
