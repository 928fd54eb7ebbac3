import { gcmOpen, gcmSeal, IV_BYTES } from '../envelope/gcm.ts';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';
import { pad, unpad } from '../envelope/padding.ts';
import type { RandomPool } from '../envelope/random-pool.ts';
import type { CompanyKeys } from './company-keys.ts';

/** Free text as stored: the key version beside iv ‖ ciphertext ‖ tag. */
export interface SealedText {
  readonly keyVersion: number;
  readonly sealed: Buffer;
}

/** Where a text stands, bound into its AAD: for example {kind: 'source context', parts: [individual, type, version]}. */
export interface TextPlace {
  readonly companyId: number;
  readonly kind: string;
  readonly parts: ReadonlyArray<string | number>;
}

/** Encrypts free text (source context, file name) under the company's text key, padded like a field. */
export async function sealText(
  keys: Pick<CompanyKeys, 'textKey'>,
  random: RandomPool,
  place: TextPlace,
  text: string,
): Promise<SealedText> {
  const { key, version } = await keys.textKey(place.companyId);
  const sealed = gcmSeal(key, random.take(IV_BYTES), aadOf(place, version), pad(text));
  return { keyVersion: version, sealed };
}

/** @throws IntegrityError when the text stood elsewhere or was changed */
export async function openText(
  keys: Pick<CompanyKeys, 'textKeyVersion'>,
  place: TextPlace,
  stored: SealedText,
): Promise<string> {
  const { key } = await keys.textKeyVersion(place.companyId, stored.keyVersion);
  return unpad(gcmOpen(key, aadOf(place, stored.keyVersion), stored.sealed));
}

function aadOf(place: TextPlace, keyVersion: number): Buffer {
  return lengthPrefixed('vault text', place.companyId, place.kind, keyVersion, ...place.parts);
}
