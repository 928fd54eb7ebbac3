/** A synthetic person in the form of `POST /pii-records`. */
export interface Person {
  readonly externalId: string;
  readonly fields: {
    readonly name: string;
    readonly dob: string;
    readonly pan: string;
    readonly phone: string;
    readonly email: string;
  };
}

const GIVEN = ['Asha', 'Ravi', 'Meera', 'Kabir', 'Lakshmi', 'Imran', 'Divya', 'Suresh', 'Anita', 'Joseph'];
const FAMILY = ['Rao', 'Sharma', 'Iyer', 'Khan', 'Patel', 'Das', 'Nair', 'Singh', 'Bose', 'Fernandes'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The same seed and number give the same person, so that a run can be repeated. */
export function personOf(seed: number, index: number): Person {
  const next = mulberry32(seed * 1_000_003 + index);
  const pick = <T>(from: ArrayLike<T>) => from[Math.floor(next() * from.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(next() * 10)).join('');
  const [given, family] = [pick(GIVEN), pick(FAMILY)];
  const letters = (count: number) => Array.from({ length: count }, () => pick(LETTERS)).join('');
  const day = String(1 + Math.floor(next() * 28)).padStart(2, '0');
  const month = String(1 + Math.floor(next() * 12)).padStart(2, '0');
  return {
    externalId: `L-${seed}-${index}`,
    fields: {
      name: `${given} ${family}`,
      dob: `${1950 + Math.floor(next() * 50)}-${month}-${day}`,
      // The fourth letter P stands for an individual.
      pan: `${letters(3)}P${letters(1)}${1 + Math.floor(next() * 9)}${digits(3)}${letters(1)}`,
      phone: `+919${digits(9)}`,
      email: `${given}.${family}.${seed}.${index}@example.com`.toLowerCase(),
    },
  };
}

/** A file of people for `POST /imports`. */
export function csvOf(people: readonly Person[]): string {
  const rows = people.map(({ externalId, fields }) =>
    [externalId, fields.name, fields.dob, fields.pan, fields.phone, fields.email].join(','),
  );
  return `external_id,name,dob,pan,phone,email\n${rows.join('\n')}\n`;
}

/** Mulberry32 by Tommy Ettinger (public domain): a small seeded generator. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
