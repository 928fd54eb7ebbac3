import { syntheticAadhaar, syntheticPan, syntheticPhone } from '@pii-vault/all/demo-data/identifiers';
import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import { coinedWords } from './coined-words.ts';
import { COMMON_STREETS, MEN, SURNAMES, TOWNS, WOMEN } from './indian-words.ts';
import { type Draw, drawByRank, drawOf } from './weighted-choice.ts';

/** The true data of a person. Several people share a home. */
export interface IndianPerson {
  readonly household: number;
  readonly given: string;
  readonly surname: string;
  /** yyyy-mm-dd */
  readonly dob: string;
  readonly house: string;
  readonly street: string;
  readonly town: string;
  readonly pin: string;
  readonly phone: string;
  readonly aadhaar: string;
  readonly pan: string;
}

interface Place {
  readonly town: string;
  readonly pin: string;
  readonly street: Draw<string>;
}

/** Names and places with their frequencies, the same for all populations. */
export interface IndianCountry {
  readonly surname: Draw<string>;
  readonly man: Draw<string>;
  readonly woman: Draw<string>;
  readonly place: Draw<Place>;
}

// Shares of the three most common surnames; the others follow by rank.
const TOP_SURNAMES = [0.06, 0.05, 0.04];
const PLACES = 1_500;
const TAIL = 2_500;

export function indianCountry(seed: number): IndianCountry {
  const random = seededRandom(seed);
  const tail = coinedWords(3 * TAIL, random);
  const rest = [...SURNAMES.slice(TOP_SURNAMES.length), ...tail.slice(0, TAIL)];
  const weights = rest.map((_, rank) => (rank + 12) ** -0.95);
  const scale = (1 - TOP_SURNAMES.reduce((sum, share) => sum + share)) / weights.reduce((sum, w) => sum + w);
  return {
    surname: drawOf([
      ...TOP_SURNAMES.map((share, at) => [SURNAMES[at] ?? '', share] as const),
      ...rest.map((word, at) => [word, (weights[at] ?? 0) * scale] as const),
    ]),
    man: drawByRank([...MEN, ...tail.slice(TAIL, 2 * TAIL)], 0.95, 12),
    woman: drawByRank([...WOMEN, ...tail.slice(2 * TAIL)], 0.95, 12),
    place: drawByRank(
      Array.from({ length: PLACES }, () => placeOf(random)),
      0.7,
      5,
    ),
  };
}

function placeOf(random: Random): Place {
  const town = random.chance(0.7) ? random.pick(['mumbai', ...TOWNS]) : (coinedWords(1, random)[0] ?? 'pune');
  const own = coinedWords(12, random).map(
    (word) => `${word} ${random.pick(['nagar', 'road', 'street', 'colony'])}`,
  );
  const common = COMMON_STREETS.filter(() => random.chance(0.5));
  const pin = `${1 + random.below(8)}${random.digits(5)}`;
  return { town, pin, street: drawByRank([...own, ...common], 0.6, 1) };
}

/** Households with at least `count` people in all: same surname and home, sometimes the same phone, some with twins. */
export function indianPeople(count: number, country: IndianCountry, random: Random): IndianPerson[] {
  const people: IndianPerson[] = [];
  for (let household = 0; people.length < count; household += 1) {
    const place = country.place(random);
    const home = {
      household,
      town: place.town,
      pin: place.pin,
      street: place.street(random),
      house: `${1 + Math.floor(random.next() ** 2 * 400)}${random.chance(0.1) ? random.pick(['a', 'b', 'c']) : ''}`,
    };
    const surname = country.surname(random);
    const phone = syntheticPhone(random);
    const size = random.chance(0.4) ? 1 : 2 + random.below(4);
    let dob = birthDate(random);
    for (let member = 0; member < size; member += 1) {
      if (member > 0 && !random.chance(0.02)) dob = birthDate(random);
      people.push({
        ...home,
        surname,
        given: random.chance(0.5) ? country.man(random) : country.woman(random),
        dob,
        phone: random.chance(0.3) ? phone : syntheticPhone(random),
        aadhaar: syntheticAadhaar(random),
        pan: syntheticPan(random, surname),
      });
    }
  }
  return people;
}

/** Ages of a growing population; for one in twenty only the year is known, written as the first of January. */
function birthDate(random: Random): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const year = 2007 - Math.floor(random.next() ** 1.4 * 67);
  if (random.chance(0.05)) return `${year}-01-01`;
  return `${year}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}

export const fieldsOfIndian = ({ given, surname, dob, house, street, town, pin }: IndianPerson) => ({
  name: `${given} ${surname}`,
  dob,
  address: `${house}, ${street}, ${town} ${pin}`,
});
