import type { ConsentTarget } from './column-target.ts';
import { readable, SAMPLE } from './column-values.ts';
import { wordsOf } from './known-headers.ts';

/** What a row says about the consent of its person: given with the file's consent, not given, or withdrawn. */
export type RowConsent = 'given' | 'none' | 'withdrawn';

const YES = new Set(['yes', 'y', 'true', 't', '1', 'on', 'x', '✓', '✔', 'हाँ', 'हां', 'हा', 'सही']);
const NO = new Set(['no', 'n', 'false', 'f', '0', 'off', 'नहीं', 'नही', 'ना']);
/** These say the same under every header. */
const REFUSED = new Set(
  'unsubscribed optedout optout withdrawn revoked denied declined refused notconsented noconsent donotcontact dnd'.split(
    ' ',
  ),
);
const AGREED = new Set('subscribed optedin optin granted given agreed accepted consented'.split(' '));

const plain = (cell: string): string =>
  cell
    .slice(0, SAMPLE.chars)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.-]/g, '');

/** Whether a cell is one of the words by which columns answer yes or no. Such a word is no personal data. */
export function isAnswer(cell: string): boolean {
  const word = plain(cell);
  return [YES, NO, REFUSED, AGREED].some((words) => words.has(word));
}

/**
 * What a cell of the column says about consent; undefined when it is neither yes nor no. An empty cell is no refusal
 * where yes refuses, and no consent where no refuses; it withdraws nothing.
 */
export function consentOf(target: ConsentTarget, cell: string): RowConsent | undefined {
  const word = plain(cell);
  const refused = target.startsWith('withdraw') ? 'withdrawn' : 'none';
  const isYesRefusal = target.endsWith('Yes');
  if (word === '') return isYesRefusal ? 'given' : 'none';
  if (REFUSED.has(word)) return refused;
  if (AGREED.has(word)) return 'given';
  if (YES.has(word)) return isYesRefusal ? refused : 'given';
  if (NO.has(word)) return isYesRefusal ? 'given' : refused;
  return undefined;
}

/** The strongest of several statements about one person. */
export function strongest(statements: readonly RowConsent[]): RowConsent {
  if (statements.includes('withdrawn')) return 'withdrawn';
  return statements.includes('none') ? 'none' : 'given';
}

const ABOUT_CONSENT =
  /unsub|subscribed|\bopt(ed)? ?(out|in)\b|consent|\b(dnd|dnc|ncpr)\b|do ?n(o|'|’)?t (call|contact|disturb|mail|email|sms|message)|suppress|withdrawn|revoked|black ?list|marketing|promotional|permission|newsletter|gdpr|dpdp|privacy|\bagree|\bno (sms|calls?|mails?|emails?|whats ?app)\b|सहमति/;

/**
 * Whether a column may say who refused, by its header, or because it holds nothing but yes and no. Leaving such a
 * column out is a decision that the caller takes for this column by its name. Crosses alone mark anything, so they
 * count only under a header about consent.
 */
export function mayStateRefusal(header: string, cells: readonly string[]): boolean {
  if (ABOUT_CONSENT.test(wordsOf(header).join(' '))) return true;
  const values = readable(cells);
  return values.every(isAnswer) && values.some((value) => plain(value) !== 'x');
}
