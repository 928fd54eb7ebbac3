import { createHmac } from 'node:crypto';
import { bigrams } from '@pii-vault/vault/encoding/q-grams';

export const BARE_BITS = 1024;
export const BARE_HASHES = 4;

export const bareGrams = (name: string): string[] => name.split(' ').flatMap(bigrams);

/**
 * The control: unhardened Bloom filters (Schnell, Bachteler and Reiher, BMC Med. Inform. 9:41, 2009) with double
 * hashing by two keyed hashes, without folding.
 */
export function bareFilters(names: readonly string[], key = 'control'): Uint32Array[] {
  const known = new Map<string, readonly number[]>();
  return names.map((name) => {
    const filter = new Uint32Array(BARE_BITS / 32);
    for (const gram of bareGrams(name)) {
      const positions = known.get(gram) ?? doubleHashed(gram, key);
      known.set(gram, positions);
      for (const at of positions) filter[at >>> 5] = (filter[at >>> 5] ?? 0) | (1 << (at & 31));
    }
    return filter;
  });
}

function doubleHashed(gram: string, key: string): number[] {
  const hashOf = (algorithm: string) => createHmac(algorithm, key).update(gram).digest().readUInt32LE(0);
  const [one, other] = [hashOf('sha1'), hashOf('md5')];
  return Array.from({ length: BARE_HASHES }, (_, i) => (one + i * other) % BARE_BITS);
}
