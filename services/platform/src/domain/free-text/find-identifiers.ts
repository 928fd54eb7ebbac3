import { mask } from '../field-types/mask.ts';
import { foldText } from './folded-text.ts';
import { type NumberKind, numberKinds } from './number-kind.ts';
import { numberWindows } from './number-windows.ts';
import { wordedIdentifiers } from './worded-identifiers.ts';

export type IdentifierType = NumberKind | 'pan' | 'email';

/** An identifier inside a text. */
export interface FoundIdentifier {
  readonly type: IdentifierType;
  /** UTF-16 offsets in the text, of the first character and after the last. */
  readonly start: number;
  readonly end: number;
  /** Its replacement where it may not be read: the mask of its type. */
  readonly masked: string;
}

interface Candidate {
  readonly type: IdentifierType;
  readonly canonical: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Identifiers of people in a free text, in order and without overlap: Aadhaar numbers, PANs, phone numbers, e-mail
 * addresses, bank accounts and card numbers, by the same rules that stored values pass. Digits of every script count,
 * with blanks, dashes and invisible characters between them.
 */
export function findIdentifiers(text: string): FoundIdentifier[] {
  const folded = foldText(text);
  const taken: Candidate[] = [];
  const isTaken = new Uint8Array(folded.text.length);
  const isFree = (start: number, end: number) => {
    for (let at = start; at < end; at += 1) if (isTaken[at] === 1) return false;
    return true;
  };
  const take = (one: Candidate) => {
    if (!isFree(one.start, one.end)) return;
    isTaken.fill(1, one.start, one.end);
    taken.push(one);
  };
  for (const one of wordedIdentifiers(folded.text)) take(one);
  const windows = numberWindows(folded.text);
  const kinds = numberKinds(folded.text);
  // Matches with a check digit have priority over matches by shape or by words.
  for (const type of ['aadhaar', 'card', 'phone', 'bank_account'] as const) {
    for (const window of windows) {
      // The library reads a limited number of phones. Other kinds are cheaper to read than to look up here.
      if (type === 'phone' && !isFree(window.start, window.end)) continue;
      const canonical = kinds[type](window);
      if (canonical === undefined) continue;
      const hasPlus = type === 'phone' && window.hasPlus;
      const start = hasPlus ? folded.text.lastIndexOf('+', window.start) : window.start;
      take({ type, canonical, start, end: window.end });
    }
  }
  return taken
    .sort((a, b) => a.start - b.start)
    .map(({ type, canonical, start, end }) => ({
      type,
      start: folded.startOf[start] ?? 0,
      end: folded.endOf[end - 1] ?? text.length,
      masked: mask(type === 'card' ? 'bank_account' : type, canonical),
    }));
}

/** The text with every found identifier masked. */
export function maskIdentifiers(text: string, found: readonly FoundIdentifier[]): string {
  let [masked, at] = ['', 0];
  for (const one of found) {
    masked += text.slice(at, one.start) + one.masked;
    at = one.end;
  }
  return masked + text.slice(at);
}
