import { createHmac } from 'node:crypto';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { type Note, readNote, storedNote } from '@pii-vault/platform/domain/free-text/note';
import {
  openText,
  type SealedText,
  sealText,
  type TextPlace,
} from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import { z } from 'zod';

/** Free texts of one row, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Location of the texts, bound into their AAD. */
export interface RowPlace {
  readonly companyId: number;
  /** The table. */
  readonly register: string;
  /** UUID of the row's texts. */
  readonly textId: string;
}

/** The same with the identifiers that were found in them. */
export type Notes = Readonly<Record<string, Note>>;

const textsSchema = z.record(z.string(), z.string());

/**
 * One JSON object under the company's text key; each text with the identifiers that are found in it. Requests of others
 * run between two texts: the search takes up to 30 ms for 10,000 characters.
 */
export async function sealTexts(keys: TextKeys, place: RowPlace, texts: Texts): Promise<SealedText> {
  const notes: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    await yieldToEventLoop();
    notes[name] = storedNote(text);
  }
  return await sealText(keys, textPlace(place), JSON.stringify(notes));
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the texts stood elsewhere or were changed */
export async function openTexts(keys: TextKeys, place: RowPlace, stored: SealedText): Promise<Notes> {
  return mapped(textsSchema.parse(JSON.parse(await openText(keys, textPlace(place), stored))), readNote);
}

export const plainTexts = (notes: Notes): Texts => mapped(notes, ({ text }) => text);

/** Names of the texts that are not empty. */
export const filledNames = (texts: Texts): string[] =>
  Object.keys(texts).filter((name) => (texts[name] ?? '').trim() !== '');

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (one: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]));
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
