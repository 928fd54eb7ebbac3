import type { ConsentTarget } from './column-target.ts';
import { readable } from './column-values.ts';
import { wordsOf } from './known-headers.ts';

/** What a row says about the consent of its person: given with the file's consent, not given, or withdrawn. */
export type RowConsent = 'given' | 'none' | 'withdrawn';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const YES = setOf('yes y true t 1 on x ✓ ✔ ☑ ✅ हाँ हां हा सही होय haan han হ্যাঁ হাঁ હા ஆம் అవును ಹೌದು അതെ ਹਾਂ ہاں');
const NO = setOf('no n false f 0 off ☐ नहीं नही ना नाही nahi nahin না ના இல்லை కాదు లేదు ಇಲ್ಲ അല്ല ഇല്ല ਨਹੀਂ نہیں');
/** These say the same under every header, and nothing else in a column about something else. */
const TELLING = setOf(
  'unsubscribed unsubscribe unsub optedout optout notconsented noconsent donotcontact donotcall donotmail donotemail donotsms donotdisturb dnd dnc dncr ndnc suppressed',
);
/** These say the same under every header that is not about another matter, such as a loan. */
const REFUSED = setOf(
  'withdrawn revoked denied deny declined refused disagree disagreed idisagree idonotagree notgiven notallowed blocked stop stopped',
);
const AGREED = setOf(
  'subscribed optedin optin granted given agreed agree iagree accepted accept consented allowed allow',
);

/** A longer text is no word, and is not cut, because a word may stand before it. */
const LONGEST_WORD = 100;

/** pandas writes 1.0 and 0.0 where a value of the column is missing. */
function plain(cell: string): string {
  const text = cell.trim();
  if (text.length > LONGEST_WORD) return text;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^([01])\.0+$/, '$1')
    .replace(/[\s_.-]/g, '');
}

const isRefusal = (word: string): boolean => TELLING.has(word) || REFUSED.has(word);

/** Whether a cell is one of the words by which columns answer yes or no. Such a word is no personal data. */
export const isAnswer = (cell: string): boolean => isAnswerWord(plain(cell));

const isAnswerWord = (word: string): boolean =>
  YES.has(word) || NO.has(word) || AGREED.has(word) || isRefusal(word);

const DAY = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ](\d{1,2}|\p{L}{3,9})[-/. ,]+(\d{4}|\d{2}))(?!\d)/u;
/** As in fields of a person (domain/field-types/blank-text.ts). */
const NOTHING = /^(?:null|nan|#?n\/a|n\.a\.?|na|none|nil|-+|[.…]+)$/i;
const NO_DAY = /^0{4}[-/.]0{1,2}[-/.]0{1,2}(?!\d)|^0{1,2}[-/.]0{1,2}[-/.]0{4}(?!\d)/;

/** A cell without a value: blank, a word for nothing such as N/A, or the day that databases write for none. */
const isBlank = (cell: string): boolean => {
  const text = cell.trim();
  return plain(text) === '' || NOTHING.test(text) || NO_DAY.test(text);
};

/**
 * What a cell of the column says about consent; undefined when it is neither yes nor no. An empty cell is no refusal
 * where yes refuses, and no consent where no refuses; it withdraws nothing. A date says yes where yes refuses, as in
 * "Unsubscribed at"; where no refuses it may be the end of a consent, and says neither.
 */
export function consentOf(target: ConsentTarget, cell: string): RowConsent | undefined {
  const word = plain(cell);
  const refused = target.startsWith('withdraw') ? 'withdrawn' : 'none';
  const isYesRefusal = target.endsWith('Yes');
  if (isBlank(cell)) return isYesRefusal ? 'given' : 'none';
  if (isRefusal(word)) return refused;
  if (AGREED.has(word)) return 'given';
  if (YES.has(word)) return isYesRefusal ? refused : 'given';
  if (NO.has(word)) return isYesRefusal ? 'given' : refused;
  return isYesRefusal && DAY.test(cell.trim()) ? refused : undefined;
}

/** The strongest of several statements about one person. */
export function strongest(statements: readonly RowConsent[]): RowConsent {
  if (statements.includes('withdrawn')) return 'withdrawn';
  return statements.includes('none') ? 'none' : 'given';
}

const CHANNEL = '(?:call|contact|disturb|e?mail|sms|message|msg|text|ring|phone|whats ?app)';

/** "Mobile No (WhatsApp)" is a number. */
const NO_CONTACT = String.raw`(?<!\b(?:phone|mobile|mob|contact|cell|tel|telephone) )\bno`;

/** Words in a header (wordsOf) by which a column may be about consent. */
const ABOUT_CONSENT = new RegExp(
  [
    String.raw`unsub|subscribed|\bopt(?:ed)? ?(?:out|in)\b|consent|permission|\bagree`,
    String.raw`\b(?:d ?n ?d|n?dncr?|ncpr|trai)\b|suppress|black ?list|gdpr|dpdp|privacy`,
    `do ?n[o'’ ]?t ?(?:${CHANNEL}|share|process|use|market)|contactable`,
    String.raw`\b(?:can|may|ok|okay|allowed|permitted|willing)(?: (?:be|we|i|to|for))* ${CHANNEL}`,
    String.raw`\b(?:call|contact|e?mail|sms)(?:s|ing)? (?:allowed|permitted|barred)`,
    String.raw`\b(?:contact|comm|communication|calling|call|sms|e?mail) pref`,
    String.raw`${NO_CONTACT} (?:contact|promo|marketing|comm|sms|(?:phone )?calls?|e?mails?|whats ?app)\b`,
    String.raw`^stop$|\bstop (?:${CHANNEL}|comm|marketing)|mailing list|^(?:is )?blocked$`,
    String.raw`^excluded?$|\bexclu(?:de|ded|sion) (?:from )?(?:${CHANNEL}|marketing|camp)`,
    'withdrawn|withdrawal (?:date|on|flag|status|of)|revoked|revocation',
    String.raw`marketing|promotional|\bpromos?\b(?! ?codes?\b)|newsletter|\bobject(?:ed|ions?)\b`,
    String.raw`(?:legal|lawful) basis|\berasure\b|\berase\b|forgotten|delet(?:e|ion) request`,
    'सहमति|अनुमति|(?:^| )(?:न|ना|मत) कर',
  ].join('|'),
);

/** Initials of people, too. */
const ABBREVIATION = /\bn?dncr?\b|\bd\.?n\.?d\b(?![ -]*(?:fly|toll|express|road))/i;

/** A remark of a clerk about consent. "Could not be contacted" is none. */
const REMARK = new RegExp(
  [
    String.raw`unsubscrib|\bopt(?:ed)?[ -]?out\b`,
    String.raw`\bdo ?n[o'’]?t ${CHANNEL}|\bnever ${CHANNEL}\b|not to (?:be )?${CHANNEL}|\bstop ${CHANNEL}`,
    `not want (?:to be |any |more |us to )*(?:${CHANNEL}|marketing|promo)`,
    String.raw`\bno (?:more|further) ${CHANNEL}|\bno (?:marketing|promotion|sms|e?mails)|\bno calls?(?: please| pls)?[.!]?$`,
    'not (?:yet )?(?:subscribed|opted in|consented)|not interested in (?:call|sms|e?mail|offer|promo|marketing)',
    '(?:withdr[aeo]wn?|withdraws|revoked?|refused|denied|declined) (?:his |her |their |the )?consent',
    String.raw`consent (?:was |is |has been )?(?:withdrawn|revoked|refused|denied|not given)|\bno consent\b`,
    String.raw`\b(?:remove|delete|erase) (?:me|him|her|them|my|his|their|all)\b`,
    String.raw`\b(?:remove|delete|erase) from (?:the |our |your )?(?:list|database|records|mailing)\b`,
    String.raw`erasure request|delet(?:e|ion) request|\brtbf\b|right to be forgotten|forget me\b`,
    '(?:कॉल|फ़ोन|फोन|संपर्क|सम्पर्क|मैसेज|संदेश|परेशान) (?:न|ना|मत) कर|असहमत|सहमति (?:नहीं|वापस)',
  ].join('|'),
  'i',
);

/** A column whose header names what is refused, withdrawn or blocked in it, other than a consent. */
const OTHER_MATTER =
  /loan|claim|applica|order|pay|\bpmt\b|txn|transac|card|cheque|\bchq\b|policy|visa|admission|mandate|\b(?:nach|ecs|neft|sim|kyc|emi)\b|verif|leave|refund|transfer|invoice|\bbill|quot|interview|selection|deliver|ship|parcel|sanction|insur|account|acct|\ba c\b|connection|service|\bline\b|meter|ticket|complaint|ऋण|भुगतान|खाता/;

/** Whether a text says in words, or by nothing else than a word for it, that its person refused consent. */
export const saysRefusal = (cell: string): boolean => TELLING.has(plain(cell)) || REMARK.test(cell);

/** An abbreviation that a clerk set apart from a name; initials of people stand without brackets and dashes. */
const SET_APART =
  /[([{*]\s*(?:n?dncr?|d\.?n\.?d\.?)\s*[)\]}*]|\s[-–—:*]\s*(?:n?dncr?|dnd)\s*$|^\s*(?:n?dncr?|dnd)\s*[-–—:*]/i;

/** The same of a name. */
export const saysRefusalInName = (cell: string): boolean => saysRefusal(cell) || SET_APART.test(cell);

/** The same of a value that has no initials of people. */
export const marksRefusal = (cell: string): boolean => saysRefusal(cell) || ABBREVIATION.test(cell);

/** Columns are asked about whose values are answers to this share, with one that is a word and no letter or digit. */
const MOSTLY = 0.6;
const EXAMPLES = 3;

/** What the cells of a column have said so far: enough to judge a column of any length. JSON. */
export interface ColumnAnswers {
  /** Cells that are not blank. */
  cells: number;
  /** Of them, those that say yes or no. */
  answers: number;
  /** An answer is no cross. */
  isMoreThanCrosses: boolean;
  /** An answer is a word. */
  hasWord: boolean;
  /** A cell says who refused by itself. */
  isTelling: boolean;
  /** A cell says that something was refused, withdrawn or the like. */
  hasRefusal: boolean;
  /** The first different answers; they are no personal data. */
  readonly examples: string[];
}

export const noAnswers = (): ColumnAnswers => ({
  cells: 0,
  answers: 0,
  isMoreThanCrosses: false,
  hasWord: false,
  isTelling: false,
  hasRefusal: false,
  examples: [],
});

/** Adds a cell to the answers of its column; the work is linear in the cell. */
export function countAnswer(to: ColumnAnswers, cell: string): void {
  const text = cell.trim();
  if (text === '') return;
  const word = plain(text);
  to.cells++;
  if (TELLING.has(word) || REMARK.test(text) || ABBREVIATION.test(text)) to.isTelling = true;
  if (!isAnswerWord(word)) return;
  if (REFUSED.has(word)) to.hasRefusal = true;
  to.answers++;
  if (word !== 'x') to.isMoreThanCrosses = true;
  if (word.length > 1) to.hasWord = true;
  if (to.examples.length < EXAMPLES && !to.examples.includes(text)) to.examples.push(text);
}

/**
 * Whether a column may say who refused: by its header, because it holds nothing but yes and no or mostly that, or
 * because one of its values says it, as a status or a remark may. Leaving such a column out is a decision that the
 * caller takes for this column by its name. Crosses alone mark anything, so they count only under a header about
 * consent.
 */
export function mayStateRefusal(header: string, said: ColumnAnswers): boolean {
  const words = wordsOf(header).join(' ');
  if (said.isTelling || ABOUT_CONSENT.test(words)) return true;
  if (said.hasRefusal && !OTHER_MATTER.test(words)) return true;
  if (said.answers === said.cells) return said.isMoreThanCrosses;
  return said.hasWord && said.answers >= MOSTLY * said.cells;
}

/** What a sample of a column says. */
export function answersIn(cells: readonly string[]): ColumnAnswers {
  const said = noAnswers();
  for (const cell of readable(cells)) countAnswer(said, cell);
  return said;
}
