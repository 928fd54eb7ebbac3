import type { SealedPerson, SealedValue } from '../records/seal-person.ts';

/**
 * Encrypted people as a few transferable arrays. `bytes`: for each person wrap and commitment, then for each value
 * ciphertext, MAC and handle. `lengths`: for each person its number of values, then for each value the lengths of
 * ciphertext and handle, 0 without one.
 */
export interface PackedSeals {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
}

const WRAP_BYTES = 60;
const COMMITMENT_BYTES = 32;
const MAC_BYTES = 16;

export function packSeals(people: readonly SealedPerson[]): PackedSeals {
  const parts: Buffer[] = [];
  const lengths: number[] = [];
  for (const { newKey, values } of people) {
    parts.push(newKey.wrapped, newKey.commitment);
    lengths.push(values.length);
    for (const { ciphertext, mac, handle } of values) {
      parts.push(ciphertext, mac);
      if (handle !== null) parts.push(handle);
      lengths.push(ciphertext.length, handle?.length ?? 0);
    }
  }
  // A separate ArrayBuffer: a Buffer may be part of a pool, which would be transferred with it.
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return { bytes, lengths: Uint32Array.from(lengths) };
}

/** @param fieldKeyVersion of the key that wrapped them @throws RangeError when bytes and lengths do not fit */
export function unpackSeals({ bytes, lengths }: PackedSeals, fieldKeyVersion: number): SealedPerson[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const people: SealedPerson[] = [];
  let [end, next] = [0, 0];
  const take = (length: number) => {
    end += length;
    return whole.subarray(end - length, end);
  };
  const length = () => lengths[next++] ?? 0;
  while (next < lengths.length) {
    const count = length();
    const newKey = { fieldKeyVersion, wrapped: take(WRAP_BYTES), commitment: take(COMMITMENT_BYTES) };
    const values: SealedValue[] = [];
    for (let n = 0; n < count; n += 1) {
      const [ofCiphertext, ofHandle] = [length(), length()];
      const [ciphertext, mac] = [take(ofCiphertext), take(MAC_BYTES)];
      values.push({ ciphertext, mac, handle: ofHandle === 0 ? null : take(ofHandle) });
    }
    people.push({ newKey, values });
  }
  if (end !== whole.length) throw new RangeError('What was sealed is longer or shorter than its lengths say');
  return people;
}
