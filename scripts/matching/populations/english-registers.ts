import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import { CALLED, GIVEN_NAMES, OCCUPATIONS, SURNAMES, TOWNS } from './english-words.ts';
import type { GivenRow } from './given-row.ts';
import { heard, misread, slipped } from './slips.ts';
import { drawByRank, drawOf } from './weighted-choice.ts';

export interface RegisterOptions {
  readonly seed: number;
  readonly families: number;
}

interface Person {
  readonly given: readonly string[];
  readonly surname: string;
  /** Surname after marriage, for women. */
  readonly married: string | undefined;
  readonly year: number;
  readonly day: string;
  readonly birthPlace: string;
  readonly occupation: string;
}

type Source = 'baptism' | 'census' | 'directory' | 'burial';

const given = drawByRank(GIVEN_NAMES, 0.9, 2);
const surname = drawByRank(SURNAMES, 0.6, 4);
const town = drawByRank(TOWNS, 0.9, 1);
const occupation = drawByRank(OCCUPATIONS, 0.7, 2);
const source = drawOf<Source>([
  ['baptism', 0.2],
  ['census', 0.45],
  ['directory', 0.2],
  ['burial', 0.15],
]);

const LARGEST_FAMILY = 7;
/** Share of children named after a parent: two people of the same name and place, a generation apart. */
const NAMED_AFTER = 0.18;
const MARRIED = 0.35;

/**
 * Families of England in parish books, censuses and directories: harder than one source of notable people. Ages instead
 * of birth dates, wrong by years; phonetic spelling; women with two surnames; fathers and sons with the same name;
 * inconsistent or missing places and occupations.
 */
export function registerRows({ seed, families }: RegisterOptions): GivenRow[] {
  const random = seededRandom(seed);
  const rows: GivenRow[] = [];
  let truth = 0;
  for (let family = 0; family < families; family += 1)
    for (const person of familyOf(random)) {
      truth += 1;
      const size = 1 + Math.floor(14 * random.next() ** 1.3);
      for (let copy = 0; copy < size; copy += 1)
        rows.push({
          ...written(person, source(random), random),
          id: `E${truth}-${copy}`,
          truth: String(truth),
        });
    }
  return rows;
}

function familyOf(random: Random): Person[] {
  const name = surname(random);
  const birthPlace = town(random);
  const first = personOf(random, name, birthPlace, 1740 + random.below(120), given(random));
  const others = Array.from({ length: random.below(LARGEST_FAMILY) }, () => {
    const year = first.year + 20 + random.below(20);
    const called = random.chance(NAMED_AFTER) ? (first.given[0] ?? '') : given(random);
    return personOf(random, name, random.chance(0.8) ? birthPlace : town(random), year, called);
  });
  return [first, ...others];
}

function personOf(random: Random, name: string, birthPlace: string, year: number, called: string): Person {
  const two = (n: number) => String(n).padStart(2, '0');
  return {
    given: random.chance(0.4) ? [called, given(random)] : [called],
    surname: name,
    married: random.chance(0.5 * MARRIED) ? surname(random) : undefined,
    year,
    day: `${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
    birthPlace,
    occupation: occupation(random),
  };
}

/** Shares of empty cells, by source. */
const GAPS: Readonly<Record<Source, Readonly<Record<string, number>>>> = {
  baptism: { occupation: 0.9, birth_place: 0.05 },
  census: { occupation: 0.35, birth_place: 0.15 },
  directory: { dob: 1, birth_place: 0.5, occupation: 0.05 },
  burial: { dob: 0.2, birth_place: 0.4, occupation: 0.6 },
};

function written(person: Person, kind: Source, random: Random): Record<string, string> {
  const { married, birthPlace } = person;
  const isMarried = married !== undefined && kind !== 'baptism' && random.chance(0.6);
  const row: Record<string, string> = {
    first_name: writtenGiven(person.given, random),
    surname: isMarried ? married : person.surname,
    dob: writtenBirth(person, kind, random),
    birth_place: random.chance(0.12) ? town(random) : birthPlace,
    occupation: random.chance(0.3) ? occupation(random) : person.occupation,
  };
  for (const column of ['first_name', 'surname', 'birth_place']) {
    if (random.chance(0.15)) row[column] = heard(row[column] ?? '', random);
    if (random.chance(0.1)) row[column] = slipped(row[column] ?? '', random);
  }
  for (const [column, share] of Object.entries(GAPS[kind])) if (random.chance(share)) row[column] = '';
  return row;
}

/** A baptism has a day; a census and a burial have an age, often rounded, which gives a year. */
function writtenBirth({ year, day }: Person, kind: Source, random: Random): string {
  if (kind === 'baptism') return random.chance(0.1) ? misread(`${year}-${day}`, random) : `${year}-${day}`;
  if (kind === 'burial' && random.chance(0.3)) return `${year}-${day}`;
  const off = random.chance(0.5) ? 0 : random.below(7) - 3;
  return `${random.chance(0.1) ? 5 * Math.round(year / 5) : year + off}-01-01`;
}

function writtenGiven([first = '', ...others]: readonly string[], random: Random): string {
  const called = CALLED[first];
  const name = called !== undefined && random.chance(0.2) ? called[random.below(called.length)] : first;
  const kind = random.below(100);
  if (kind < 7) return first.slice(0, 1);
  if (kind < 14 && others.length > 0) return others.join(' ');
  return kind < 60 ? (name ?? first) : [name, ...others].join(' ');
}
