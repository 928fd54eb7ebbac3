import { generate } from '@pii-vault/all/demo-data/generate';
import { people } from '@pii-vault/all/demo-data/person';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import { seededRandom } from '@pii-vault/all/demo-data/random';

/** Returns the six fields of the next person. */
export type NextPerson = () => Readonly<Record<string, string>>;

/**
 * An endless supply of new people: repeated people would cost the matcher more than a partner's real customers do.
 * @param sharing 'phone': all people have the same phone
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

/** Rows of a file of such people with typing errors, relatives and duplicates. */
export function newRows(seed: number, rowsPerCompany: number): readonly PersonRow[] {
  const { files } = generate({ seed, companies: [{ code: `N${seed}` }], rowsPerCompany });
  return files[0]?.rows ?? [];
}
