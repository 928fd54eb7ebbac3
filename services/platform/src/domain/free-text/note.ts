import { z } from 'zod';
import { type FoundIdentifier, findIdentifiers, maskIdentifiers } from './find-identifiers.ts';

/** A free text and the identifiers that were found in it when it was entered. */
export interface Note {
  readonly text: string;
  readonly identifiers: readonly FoundIdentifier[];
}

/** Before a note with its identifiers; a text that was stored without them begins otherwise. */
const MARK = '\u0001';
const TYPES = ['aadhaar', 'pan', 'email', 'phone', 'bank_account', 'card'] as const;
const stored = z.tuple([
  z.string(),
  z.array(z.tuple([z.enum(TYPES), z.number().int(), z.number().int(), z.string()])),
]);

/** The plaintext to encrypt for a text: the text with position and mask of every identifier in it. */
export function storedNote(text: string): string {
  const found = findIdentifiers(text).map(({ type, start, end, masked }) => [type, start, end, masked]);
  return MARK + JSON.stringify([text, found]);
}

/** The inverse of storedNote. In a text that was stored before identifiers were, they are looked for now. */
export function readNote(opened: string): Note {
  if (!opened.startsWith(MARK)) return { text: opened, identifiers: findIdentifiers(opened) };
  const [text, found] = stored.parse(JSON.parse(opened.slice(MARK.length)));
  return { text, identifiers: found.map(([type, start, end, masked]) => ({ type, start, end, masked })) };
}

export const maskedNote = ({ text, identifiers }: Note): string => maskIdentifiers(text, identifiers);
