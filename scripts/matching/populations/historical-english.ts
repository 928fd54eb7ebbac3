import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import { CALLED, GIVEN_NAMES, OCCUPATIONS, SURNAMES, TOWNS } from './english-words.ts';
import type { GivenRow } from './given-row.ts';
import { misread, slipped } from './slips.ts';
import { drawByRank, drawOf } from './weighted-choice.ts';

export interface HistoricalOptions {
  readonly seed: number;
  readonly people: number;
}

interface Person {
  readonly given: readonly string[];
  readonly surname: string;
  readonly dob: string;
  readonly birthPlace: string;
  readonly occupation: string;
  readonly postcode: string;
}

const given = drawByRank(GIVEN_NAMES, 0.9, 2);
const surname = drawByRank(SURNAMES, 0.6, 4);
const town = drawByRank(TOWNS, 0.9, 1);
const occupation = drawByRank(OCCUPATIONS, 0.7, 2);
const title = drawOf([
  ['', 0.93],
  ['sir ', 0.05],
  ['rev ', 0.02],
]);

/** Shares of empty cells, by column. */
const GAPS: Readonly<Record<string, number>> = {
  first_name: 0.02,
  surname: 0.02,
  dob: 0.1,
  birth_place: 0.1,
  postcode: 0.1,
  occupation: 0.15,
};

/**
 * Notable people of England in many sources: one to twenty rows each, with full, shortened or changed names, often only
 * a birth year, post codes of one district, and many errors and gaps.
 */
export function historicalRows({ seed, people }: HistoricalOptions): GivenRow[] {
  const random = seededRandom(seed);
  const districts = districtsOf(random);
  const rows: GivenRow[] = [];
  for (let truth = 0; truth < people; truth += 1) {
    const person = someone(random, districts);
    const size = 1 + Math.floor(20 * random.next() ** 1.1);
    for (let copy = 0; copy < size; copy += 1)
      rows.push({ ...written(person, random, districts), id: `Q${truth}-${copy}`, truth: String(truth) });
  }
  return rows;
}

type Districts = ReadonlyMap<string, readonly string[]>;

function districtsOf(random: Random): Districts {
  const letter = () => String.fromCharCode(97 + random.below(26));
  return new Map(
    TOWNS.map((name) => {
      const area = name.slice(0, 1) + letter();
      return [
        name,
        Array.from(
          { length: 60 },
          () => `${area}${1 + random.below(20)} ${random.digits(1)}${letter()}${letter()}`,
        ),
      ];
    }),
  );
}

function postcodeIn(birthPlace: string, districts: Districts, random: Random): string {
  const codes = districts.get(birthPlace) ?? [];
  return codes[random.below(codes.length)] ?? '';
}

function someone(random: Random, districts: Districts): Person {
  const birthPlace = town(random);
  const year = 1700 + random.below(200);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = random.chance(0.25) ? '01-01' : `${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  return {
    given: random.chance(0.4) ? [given(random), given(random)] : [given(random)],
    surname: surname(random),
    dob: `${year}-${day}`,
    birthPlace,
    occupation: occupation(random),
    postcode: postcodeIn(birthPlace, districts, random),
  };
}

function written(person: Person, random: Random, districts: Districts): Record<string, string> {
  const row: Record<string, string> = {
    first_name: title(random) + writtenGiven(person.given, random),
    surname: random.chance(0.02) ? surname(random) : person.surname,
    dob: random.chance(0.1) ? `${person.dob.slice(0, 4)}-01-01` : person.dob,
    birth_place: random.chance(0.05) ? town(random) : person.birthPlace,
    postcode: random.chance(0.25) ? postcodeIn(person.birthPlace, districts, random) : person.postcode,
    occupation: random.chance(0.12) ? occupation(random) : person.occupation,
  };
  for (const column of ['first_name', 'surname', 'birth_place', 'postcode'])
    if (random.chance(0.1)) row[column] = slipped(row[column] ?? '', random);
  if (random.chance(0.08)) row.dob = misread(row.dob ?? '', random);
  for (const [column, share] of Object.entries(GAPS)) if (random.chance(share)) row[column] = '';
  if (random.chance(0.04)) [row.first_name, row.surname] = [row.surname ?? '', row.first_name ?? ''];
  return row;
}

function writtenGiven([first = '', ...others]: readonly string[], random: Random): string {
  const called = CALLED[first];
  const name = called !== undefined && random.chance(0.12) ? called[random.below(called.length)] : first;
  if (random.chance(0.05)) return first.slice(0, 1);
  if (random.chance(0.5)) return name ?? first;
  return [name, ...others].join(' ');
}
