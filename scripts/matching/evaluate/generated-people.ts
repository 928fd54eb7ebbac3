import {
  syntheticAadhaar,
  syntheticEmail,
  syntheticPan,
  syntheticPhone,
} from '@pii-vault/all/demo-data/identifiers';
import type { Random } from '@pii-vault/all/demo-data/random';
import { REGIONS } from '@pii-vault/all/demo-data/regions';

/** The true data of a person. */
export interface GeneratedPerson {
  readonly first: string;
  readonly last: string;
  readonly dob: string;
  readonly home: Home;
  readonly phone: string;
  readonly email: string;
  readonly aadhaar: string;
  readonly pan: string;
}

export interface Home {
  readonly house: string;
  readonly street: string;
  readonly locality: string;
  readonly town: string;
  readonly state: string;
  readonly pin: string;
}

/** Picks the k-th element with a probability proportional to 1 / (k + offset), the distribution of names and towns. */
function zipfPicker<T>(list: readonly T[], offset: number, random: Random): () => T {
  const sums: number[] = [];
  let total = 0;
  for (const [rank] of list.entries()) {
    total += 1 / (rank + offset);
    sums.push(total);
  }
  return () => {
    const wanted = random.next() * total;
    let low = 0;
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const found = list[low];
    if (found === undefined) throw new RangeError('Nothing to pick from');
    return found;
  };
}

const words = (text: string): [string, ...string[]] => {
  const [first = '', ...rest] = text.split(' ');
  return [first, ...rest];
};
const ONSETS = words(
  'Ka Sha Ra Vi Na Pra Su Ma Ja De Ga Ba Ha Cha Dhi Ta Sri Bha Mo Ni Lo Ya Pu Ki An Ar In Om Ush Ash',
);
const MIDDLES = words('ra ni sha va ma la de ku ya nda ri the ksha mi tta nga ru bha ti go');
const WOMEN_ENDS = words('a i ika ini mala vati latha priya devi isha');
const MEN_ENDS = words('esh endra an anth ith raj deep kumar nath esh');
const FAMILY_ENDS = words('kar wala ani swamy pillai appa nath war gowda das pal rathi shetty mani uri');

/** Rare names: the long tail of a real register. */
function composed(count: number, ends: readonly [string, ...string[]], random: Random): string[] {
  const made = new Set<string>();
  while (made.size < count)
    made.add(
      `${random.pick(ONSETS)}${random.chance(0.5) ? '' : random.pick(MIDDLES)}${random.pick(MIDDLES)}${random.pick(ends)}`,
    );
  return [...made];
}

const STREET_KINDS = words('Road Street Nagar Lane Marg Cross Colony Layout Extension Market');
const PINS = 9_000;
const STREETS = 2_500;
const TWINS = 0.01;

interface Pools {
  readonly surname: () => string;
  readonly woman: () => string;
  readonly man: () => string;
  readonly place: () => { town: string; state: string; pin: string };
  readonly street: () => string;
}

function pools(random: Random): Pools {
  const known = (kind: 'surnames' | 'women' | 'men') => REGIONS.flatMap((region) => region[kind]);
  const tail = composed(1_500, FAMILY_ENDS, random);
  const places = Array.from({ length: PINS }, () => {
    const { town, state, pin } = random.pick(random.pick(REGIONS).places);
    return { town, state, pin: `${pin}${random.digits(3)}` };
  });
  const streets = composed(STREETS, STREET_KINDS, random).map((name) =>
    name.replace(/([A-Z][a-z]*)$/, ' $1'),
  );
  return {
    surname: zipfPicker([...known('surnames'), ...tail], 2, random),
    woman: zipfPicker([...known('women'), ...composed(1_500, WOMEN_ENDS, random)], 4, random),
    man: zipfPicker([...known('men'), ...composed(1_500, MEN_ENDS, random)], 4, random),
    place: zipfPicker(places, 60, random),
    street: zipfPicker(streets, 20, random),
  };
}

/** People in households of one to six that share surname, home and sometimes a phone; some are twins. */
export function* generatedPeople(random: Random): Generator<GeneratedPerson, never> {
  const pool = pools(random);
  for (;;) {
    const last = pool.surname();
    const home = homeIn(pool, random);
    const phone = syntheticPhone(random);
    const size = random.chance(0.35) ? 1 : 2 + random.below(5);
    let dob = birthDate(random);
    for (let member = 0; member < size; member += 1) {
      if (member > 0 && !random.chance(TWINS)) dob = birthDate(random);
      const first = random.chance(0.5) ? pool.woman() : pool.man();
      yield {
        first,
        last,
        dob,
        home,
        phone: random.chance(0.25) ? phone : syntheticPhone(random),
        email: syntheticEmail(random, first, last),
        aadhaar: syntheticAadhaar(random),
        pan: syntheticPan(random, last),
      };
    }
  }
}

/** A random home to move to. */
export function homeIn(pool: Pick<Pools, 'place' | 'street'>, random: Random): Home {
  const { town, state, pin } = pool.place();
  return {
    house: String(1 + random.below(900)),
    street: pool.street(),
    locality: pool.street(),
    town,
    state,
    pin,
  };
}

function birthDate(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${1940 + random.below(66)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}
