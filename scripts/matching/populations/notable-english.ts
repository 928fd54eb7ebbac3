import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import { CALLED, GIVEN_NAMES, OCCUPATIONS, SURNAMES, TOWNS } from './english-words.ts';
import type { GivenRow } from './given-row.ts';
import { misread, slipped } from './slips.ts';
import { type Draw, drawByRank, drawOf } from './weighted-choice.ts';

export interface NotableOptions {
  readonly seed: number;
  readonly people: number;
  /** Mean share of wrong cells: a tenth of it in a person's first row, twice in the last. */
  readonly noise: number;
}

interface Notable {
  readonly given: readonly string[];
  readonly surname: string;
  /** Title after the surname: a peerage or a baronetcy. */
  readonly rank: string;
  readonly alias: string | undefined;
  readonly dob: string;
  readonly place: Place;
  readonly postcode: string;
  readonly occupation: string;
}

interface Place {
  readonly name: string;
  readonly county: string;
  readonly postcodes: readonly string[];
}

const list = (text: string): readonly string[] => text.split(' ');
const oneOf = <T>(items: readonly T[]): Draw<T> => drawOf(items.map((item) => [item, 1] as const));
const STEMS = list(
  'ash bar black brad brom cal car chat clif col cran crow dal den dun east elm fair far gold grim had hal ham har hat haw hol hum kel ken kings lam lang lin long mar mel mid nor oak pem pres red rock rush sand shel stan stock sut thorn town wal war wat wes whit win wood wy',
);
const ENDS = list(
  'ton ford ley field wood worth by ham well more man er son stead wick bourne combe cott den gate ridge smith house land low',
);
const COUNTIES = list(
  'kent surrey sussex devon cornwall dorset somerset essex norfolk suffolk lancashire yorkshire cheshire cumberland durham northumberland shropshire staffordshire warwickshire middlesex',
);

interface Country {
  readonly place: (random: Random) => Place;
  readonly surname: (random: Random) => string;
}

const given = drawByRank(GIVEN_NAMES, 0.8, 2);
const occupation = drawByRank(OCCUPATIONS, 0.7, 2);
const county = oneOf(COUNTIES);

/**
 * Notable people of Britain in encyclopaedias and registers: one to about twenty rows each, with more errors in later
 * rows. Full names with titles, aliases and peerages, whose first and last word become first name and surname; exact
 * dates or the first of January; places instead of counties; post codes of one neighbourhood.
 */
export function notableRows({ seed, people, noise }: NotableOptions): GivenRow[] {
  const random = seededRandom(seed);
  const country = countryOf(seededRandom(1));
  const rows: GivenRow[] = [];
  for (let truth = 0; truth < people; truth += 1) {
    const person = notable(random, country);
    const size = 1 + Math.floor(18 * random.next());
    for (let copy = 0; copy < size; copy += 1) {
      const often = noise * (0.1 + (1.9 * copy) / Math.max(6, size));
      rows.push({
        ...written(person, often, country, random),
        id: `Q${truth}-${copy}`,
        truth: String(truth),
      });
    }
  }
  return rows;
}

function countryOf(random: Random): Country {
  const coined = STEMS.flatMap((stem) => ENDS.filter(() => random.chance(0.6)).map((end) => stem + end));
  const letter = () => String.fromCharCode(97 + random.below(26));
  const places = [...TOWNS, ...coined.filter(() => random.chance(0.3))].map((name) => {
    const area = letter() + letter();
    const postcodes = Array.from(
      { length: 30 },
      () => `${area}${1 + random.below(8)} ${random.digits(1)}${letter()}${letter()}`,
    );
    return { name, county: county(random), postcodes };
  });
  return { place: drawByRank(places, 0.8, 2), surname: drawByRank([...SURNAMES, ...coined], 0.6, 6) };
}

function notable(random: Random, country: Country): Notable {
  const two = (n: number) => String(n).padStart(2, '0');
  const year = 1600 + Math.floor(330 * random.next() ** 0.7);
  const day = random.chance(0.3) ? '01-01' : `${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  const place = country.place(random);
  const surname = country.surname(random);
  const seat = country.surname(random);
  const rank = drawOf([
    ['', 0.88],
    [`, ${1 + random.below(8)}th baron ${seat}`, 0.04],
    [`, ${1 + random.below(8)}th earl of ${seat}`, 0.03],
    [`, ${1 + random.below(8)}th baronet`, 0.05],
  ])(random);
  return {
    given: Array.from({ length: 1 + random.below(3) }, () => given(random)),
    surname,
    rank,
    alias: random.chance(0.15)
      ? `${given(random)} ${random.chance(0.5) ? surname : country.surname(random)}`
      : undefined,
    dob: `${year}-${day}`,
    place,
    postcode: oneOf(place.postcodes)(random),
    occupation: occupation(random),
  };
}

function written(person: Notable, often: number, country: Country, random: Random): Record<string, string> {
  const name = writtenName(person, often, country, random);
  const words = name.split(' ').filter((word) => word !== '');
  const swapped = random.chance(often * 0.1);
  const [first, last] = [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''];
  return {
    full_name: name,
    first_name: swapped ? last : first,
    surname: swapped ? first : last,
    dob: writtenDay(person.dob, often, random),
    birth_place: writtenPlace(person.place, often, country, random),
    postcode: writtenPostcode(person, often, country, random),
    occupation: random.chance(often) ? (random.chance(0.6) ? '' : occupation(random)) : person.occupation,
  };
}

function writtenName(person: Notable, often: number, country: Country, random: Random): string {
  if (random.chance(often * 0.15)) return '';
  if (person.alias !== undefined && random.chance(often)) return person.alias;
  const names = [...person.given];
  const called = CALLED[names[0] ?? ''];
  if (called !== undefined && random.chance(often * 0.7)) names[0] = oneOf(called)(random);
  if (random.chance(often * 0.3)) names[0] = (names[0] ?? '').slice(0, 1);
  while (names.length > 1 && random.chance(0.25 + often * 0.4)) names.splice(random.below(names.length), 1);
  const surname = random.chance(often * 0.12) ? country.surname(random) : person.surname;
  const rank = random.chance(0.3 + often) ? '' : person.rank;
  let words = `${names.join(' ')} ${surname}${rank}`.split(' ');
  if (random.chance(often * 0.25))
    words = words.filter((_, at) => at !== words.length - 1 || words.length === 1);
  return words.map((word) => (random.chance(often * 0.3) ? slipped(word, random) : word)).join(' ');
}

function writtenDay(dob: string, often: number, random: Random): string {
  if (random.chance(often * 0.35)) return '';
  if (!random.chance(often * 0.8)) return dob;
  const kind = random.next();
  const year = Number(dob.slice(0, 4));
  if (kind < 0.3) return `${year}-01-01`;
  if (kind < 0.55) return misread(dob, random);
  if (kind < 0.75)
    return new Date(Date.parse(`${dob}T00:00:00Z`) + 86_400_000 * (random.below(61) - 30))
      .toISOString()
      .slice(0, 10);
  if (kind < 0.9) return `${year + random.below(7) - 3}${random.chance(0.5) ? '-01-01' : dob.slice(4)}`;
  return dob.replace(/-(\d\d)-(\d\d)$/, '-$2-$1');
}

function writtenPlace(place: Place, often: number, country: Country, random: Random): string {
  if (random.chance(often * 0.5)) return '';
  if (!random.chance(often * 0.6)) return place.name;
  const kind = random.next();
  if (kind < 0.4) return place.county;
  if (kind < 0.7) return country.place(random).name;
  return slipped(place.name, random);
}

function writtenPostcode(
  { postcode, place }: Notable,
  often: number,
  country: Country,
  random: Random,
): string {
  if (random.chance(often * 0.5)) return '';
  if (!random.chance(often)) return postcode;
  const kind = random.next();
  if (kind < 0.6) return oneOf(place.postcodes)(random);
  if (kind < 0.8) return oneOf(country.place(random).postcodes)(random);
  return slipped(postcode, random);
}
