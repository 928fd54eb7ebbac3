import { type Note, readNote, storedNote } from '@pii-vault/platform/domain/free-text/note';
import {
  openText,
  type SealedText,
  sealText,
  type TextForm,
} from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import { type Pair, pairKey } from '../edge.ts';

/** Encrypts a reviewer's note and the findings in it under the company's text key, bound to company and pair. */
export async function sealNote(
  keys: Pick<TextKeys, 'active'>,
  companyId: number,
  pair: Pair,
  note: string,
): Promise<SealedText | null> {
  return note === '' ? null : await sealText(keys, formOf(companyId, pair), storedNote(note));
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the note was moved or changed */
export async function openNote(
  keys: Pick<TextKeys, 'version'>,
  companyId: number,
  pair: Pair,
  sealed: SealedText,
): Promise<Note> {
  return readNote(await openText(keys, formOf(companyId, pair), sealed));
}

/** No part contains NUL, so different lists of parts give different bytes. */
const formOf = (companyId: number, pair: Pair): TextForm => ({
  companyId,
  aadOf: (keyVersion) => Buffer.from(['lineage note 1', companyId, keyVersion, pairKey(pair)].join('\0')),
  smallestBucket: 64,
});
