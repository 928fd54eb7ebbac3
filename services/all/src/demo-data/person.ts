import { syntheticAadhaar, syntheticEmail, syntheticPan, syntheticPhone } from './identifiers.ts';
import type { Random } from './random.ts';
import { type Place, REGIONS, type Region } from './regions.ts';

/** A synthetic person, before clerks record them with errors. */
export interface Person {
  readonly id: number;
  readonly first: string;
  readonly surname: string;
  readonly aadhaar: string;
  readonly pan: string;
  readonly phone: string;
  readonly email: string;
  readonly dob: string;
  readonly address: string;
}

interface Household {
  readonly region: Region;
  readonly surname: string;
  readonly address: string;
  readonly phone: string;
}

const STREETS = [
  'MG Road',
  'Gandhi Nagar',
  'Nehru Street',
  'Station Road',
  'Temple Street',
  'Lake View Road',
  '2nd Cross',
  'Park Street',
  'Ring Road',
  'Market Lane',
] as const;

/**
 * Generates households: some people live alone, most in families that share surname, address and sometimes a phone.
 * Twins differ only in name, Aadhaar and PAN.
 */
export function* people(random: Random): Generator<Person, never> {
  let id = 1;
  for (;;) {
    const home = household(random);
    const size = random.chance(0.4) ? 1 : 2 + random.below(4);
    const named = new Set<string>();
    let previous: Person | undefined;
    for (let member = 0; member < size; member += 1) {
      const isTwin = previous !== undefined && random.chance(0.06);
      const first = firstName(home.region, random, named);
      const person = memberOf(home, id, first, random, isTwin ? previous?.dob : undefined);
      id += 1;
      named.add(first);
      previous = person;
      yield person;
    }
  }
}

function household(random: Random): Household {
  const region = random.pick(REGIONS);
  return {
    region,
    surname: random.pick(region.surnames),
    address: addressIn(random, random.pick(region.places)),
    phone: syntheticPhone(random),
  };
}

function addressIn(random: Random, { town, state, pin }: Place): string {
  return `${1 + random.below(480)}, ${random.pick(STREETS)}, ${town}, ${state} ${pin}${random.digits(3)}`;
}

/** Siblings get different first names. */
function firstName(region: Region, random: Random, taken: ReadonlySet<string>): string {
  for (;;) {
    const first = random.pick(random.chance(0.5) ? region.women : region.men);
    if (!taken.has(first)) return first;
  }
}

function memberOf(
  home: Household,
  id: number,
  first: string,
  random: Random,
  twinDob: string | undefined,
): Person {
  return {
    id,
    first,
    surname: home.surname,
    aadhaar: syntheticAadhaar(random),
    pan: syntheticPan(random, home.surname),
    phone: random.chance(0.25) ? home.phone : syntheticPhone(random),
    email: syntheticEmail(random, first, home.surname),
    dob: twinDob ?? birthDate(random),
    address: home.address,
  };
}

function birthDate(random: Random): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${1945 + random.below(60)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}
