import { createSecretKey, hash } from 'node:crypto';
import { seededRandom } from '@pii-vault/all/demo-data/random';
import { addressParts } from '@pii-vault/vault/encoding/address-parts';
import { blockingParts } from '@pii-vault/vault/encoding/blocking-parts';
import { BLOCKING_SLOTS, blockingTokens } from '@pii-vault/vault/encoding/blocking-tokens';
import { dobParts } from '@pii-vault/vault/encoding/dob-parts';
import { allocateRows, type EncodedRows } from '@pii-vault/vault/encoding/encoded-rows';
import { nameParts } from '@pii-vault/vault/encoding/name-parts';
import { recordEncoder } from '@pii-vault/vault/encoding/record-encoder';
import { type GeneratedPerson, generatedPeople } from '../evaluate/generated-people.ts';

/** A country, which the attacker knows, and four fifths of its people, who are a company's customers. */
export function attackedPeople(count: number, seed: number) {
  const country = generatedPeople(seededRandom(seed))
    .take(1.25 * count)
    .toArray();
  const random = seededRandom(seed + 1);
  return { country, customers: country.filter(() => random.chance(0.8)) };
}

const scopeKey = (scope: string) => createSecretKey(hash('sha256', `attacked ${scope}`, 'buffer'));

export const nameOf = ({ first, last }: GeneratedPerson): string => `${first} ${last}`;

function fieldsOf(person: GeneratedPerson) {
  const { house, street, town, pin } = person.home;
  const address = `${house}, ${street}, ${town} ${pin}`;
  return { name: nameOf(person), dob: person.dob, address };
}

export async function encodedPeople(people: readonly GeneratedPerson[], scope: string): Promise<EncodedRows> {
  const encoder = recordEncoder(scopeKey(scope));
  const rows = allocateRows(people.length);
  for (const [at, person] of people.entries()) encoder.encode(fieldsOf(person), rows, at);
  return rows;
}

/** The text of a token: its kind and values. */
export interface TokenText {
  readonly slot: number;
  readonly kind: string;
  readonly text: string;
}

/** The texts of a person's tokens. Their construction is public; only the key is secret. */
export function tokenTexts(person: GeneratedPerson): TokenText[] {
  const { name, address, dob } = fieldsOf(person);
  const parts = blockingParts(nameParts(name), addressParts(address), dobParts(dob));
  const texts: TokenText[] = [];
  blockingTokens(parts, (slot, ...text) => {
    texts.push({
      slot,
      kind: BLOCKING_SLOTS[slot] ?? '',
      text: text.filter((part) => part !== undefined).join('|'),
    });
  });
  return texts;
}
