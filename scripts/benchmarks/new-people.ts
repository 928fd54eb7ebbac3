import { generate } from '@pii-vault/all/demo/generate';
import { people } from '@pii-vault/all/demo/person';
import { seededRandom } from '@pii-vault/all/demo/random';
import type { PersonRow } from '@pii-vault/all/demo/person-row';

/** The next one's six fields. */
export type NextPerson = () => Readonly<Record<string, string>>;

/**
 * People of whom nobody has sent anything, for as long as a benchmark runs. A partner's customers are not the same few
 * thousand again and again; who does come again is work for the matcher, and a thousand times the same phone is what
 * `sharing: 'phone'` makes of them.
 */
export function newPeople(seed: number, sharing: 'nothing' | 'phone' = 'nothing'): NextPerson {
  const everybody = people(seededRandom(seed));
  const shared = everybody.next().value.phone;
  return () => {
    const { first, surname, aadhaar, phone, email, dob, address } = everybody.next().value;
    const own = sharing === 'phone' ? shared : phone;
    return { name: `${first} ${surname}`, aadhaar, phone: own, email, dob, address };
  };
}

/** Rows of a file of such people as clerks write them, some of them a relative or twice the same. */
export function newRows(seed: number, rowsPerCompany: number): readonly PersonRow[] {
  const { files } = generate({ seed, companies: [{ code: `N${seed}` }], rowsPerCompany });
  return files[0]?.rows ?? [];
}
