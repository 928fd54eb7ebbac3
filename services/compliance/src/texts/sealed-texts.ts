import { createHmac } from 'node:crypto';
import {
  openText,
  type SealedText,
  sealText,
  type TextPlace,
} from '@pii-vault/platform/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/text-keys/text-keys';
import { z } from 'zod';

/** Free texts of one row, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Where the texts stand, bound into their AAD. */
export interface RowPlace {
  readonly companyId: number;
  /** The table. */
  readonly register: string;
  /** UUID of the row's texts. */
  readonly textId: string;
}

const textsSchema = z.record(z.string(), z.string());

/** One JSON object under the company's text key. */
export function sealTexts(keys: TextKeys, place: RowPlace, texts: Texts): Promise<SealedText> {
  return sealText(keys, textPlace(place), JSON.stringify(texts));
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the texts stood elsewhere or were changed */
export async function openTexts(keys: TextKeys, place: RowPlace, stored: SealedText): Promise<Texts> {
  return textsSchema.parse(JSON.parse(await openText(keys, textPlace(place), stored)));
}

/** A keyed digest (hex) of a request with free text: the request itself is not to be guessed from it. */
export async function requestDigest(keys: TextKeys, companyId: number, request: string): Promise<string> {
  const { key } = await keys.active(companyId);
  const own = createHmac('sha256', key).update('compliance idempotency key 1').digest();
  try {
    return createHmac('sha256', own).update(request).digest('hex');
  } finally {
    own.fill(0);
  }
}

export function textPlace({ companyId, register, textId }: RowPlace): TextPlace {
  return { companyId, kind: 'compliance text 1', parts: [register, textId] };
}
