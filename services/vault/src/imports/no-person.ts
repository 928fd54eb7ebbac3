import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import { plainName } from '@pii-vault/platform/values/import-columns/header-name';
import { meaningOf } from '@pii-vault/platform/values/import-columns/known-headers';
import { type RowProblem, rowProblem } from './row.ts';
import type { RawPerson } from './row-mapper.ts';

/** Characters of a cell by which it is judged. */
const LONGEST_LABEL = 100;
/** Characters of a cell that is a second line of a header. */
const LONGEST_HEADER = 30;
/** In a file with fewer columns a row of one value may be a person. */
const FEWEST_COLUMNS = 3;
/** A row with more cells of words is about somebody. */
const MOST_LABELS = 3;

const WORD = /\p{L}/u;
const WORD_OR_NUMBER = /[\p{L}\p{N}]/u;
const AMOUNT_WORD = /^[^\p{L}]*(?:inr|rs|cr|dr|usd)[^\p{L}]*$/iu;
// Between two words the characters that are no letters are matched in one way only: two ways take exponential time.
const TOTAL =
  /^(?:(?:grand|sub|page|net|gross|overall|final|report|branch|zone|region|group|day|month)(?:[ -]?wise)?[ -]*)?(?:totals?|sum|count|average|कुल(?: (?:योग|जोड़|संख्या|सदस्य|ग्राहक|व्यक्ति|छात्र))?|महायोग|योग|एकूण|মোট|કુલ|மொத்தம்|మొత్తం|ಒಟ್ಟು|ആകെ|ਕੁੱਲ)(?:[^\p{L}\p{M}]+(?:of|no|number|count|amount|records?|rows?|entries|customers?|people|persons?|members?|rs|inr)(?=[^\p{L}]|$))*[^\p{L}\p{M}]*$/iu;
const TOTAL_OF = /^(?:(?:grand|sub)[ -]*totals?|totals? for)(?=[^\p{L}\p{M}]|$)/iu;
/** Total Students: 3 */
const TOTAL_COUNT = /^(?:(?:grand|sub)[ -]*)?total(?: [\p{L}.]+){1,3}[ :=-]*[\d.,]+$/iu;
/** Labels of a report with a value behind a colon. */
const LABELS = [
  'notes?|source|disclaimer|branch|zone|region|company|bank|period|date|time|run date|report (?:id|no|name|date)',
  'user(?: id)?|page|records?|rows?|members?|customers?|count|filters?(?: applied)?|applied filters|contact us',
].join('|');
const REPORT_TEXTS = [
  '(?:end|eof)(?: of (?:the )?(?:report|file|list|data|document|statement|records?|page|export|table))?',
  String.raw`report ends?|page(?: ?(?:no|number))?[ .:#-]*\d+(?: ?(?:of|/) ?\d+)?|contd|continued(?: (?:on|from) .*)?`,
  'no (?:more )?(?:records?|rows?|data|results?)(?: (?:found|available))?',
  String.raw`\d+ (?:rows?|records?)(?: (?:selected|affected|found|exported|in set.*))?`,
  '(?:this is a )?(?:computer|system)[ -]generated .*|(?:strictly )?confidential|thank you',
  '(?:report )?(?:printed|generated|exported|downloaded|prepared|checked|verified) (?:on|by|at|from)(?:[ :].*)?',
  '(?:report )?(?:approved|authori[sz]ed|signed) (?:on|by|at|from)(?:[ :].*)?|for and on behalf of.*',
  String.raw`authori[sz]ed signatory|signature|sd/-.*|e ?\.? ?& ?o ?\.? ?e\.?`,
  String.raw`(?:total )?(?:no|number|count)\.? of (?:customers|records|rows|entries|people|persons)[^\p{L}]*`,
  String.raw`(?:total )?(?:no|number|count)\.? of (?:members|employees|students|patients|accounts)[^\p{L}]*`,
  String.raw`as (?:on|of|at)[ :-]*\d.*|applied filters|filters applied`,
  '(?:opening|closing) balance|(?:balance )?(?:brought|carried) (?:forward|down|over)|[bc]/[fd]',
  `(?:${LABELS}) ?:.*`,
  String.raw`समाप्त|रिपोर्ट समाप्त|पृष्ठ (?:संख्या )?\d+`,
].join('|');
const REPORT_TEXT = new RegExp(`^(?:${REPORT_TEXTS})$`, 'iu');

/**
 * Why a row is part of a report and not a person: a total, the end of the report, the header again, or a line of
 * punctuation. Undefined for any other row. The whole row decides: a row with a valid phone number, e-mail address,
 * Aadhaar or PAN, or with words that are no label, is a person, so that Ravi Total is one.
 */
export function noPerson(
  cells: ReadonlyMap<string, string>,
  fields: RawPerson['fields'],
  dateOrder: DateOrder,
): RowProblem | undefined {
  const filled = [...cells].filter(([, cell]) => cell.trim() !== '');
  if (filled.length === 0) return undefined;
  if (!filled.some(([, cell]) => WORD_OR_NUMBER.test(cell))) return rowProblem('ROW_PUNCTUATION');
  if (filled.every(([column, cell]) => isSameName(column, cell))) return rowProblem('ROW_REPEATED_HEADER');
  if (isSecondHeader(filled)) return rowProblem('ROW_REPEATED_HEADER');
  const labels = filled.map(([, cell]) => cell).filter((cell) => WORD.test(cell) && !cell.startsWith('='));
  const words = labels.filter((cell) => !AMOUNT_WORD.test(cell));
  if (words.length === 0 || words.length > MOST_LABELS) return undefined;
  const problem = problemOf(words);
  if (problem === undefined)
    return isHeading(filled.length, cells.size, fields) ? rowProblem('ROW_REPORT_TEXT') : undefined;
  return isAboutSomebody(fields, problem, dateOrder) ? undefined : rowProblem(problem);
}

const isSameName = (column: string, cell: string): boolean =>
  cell.length <= 2 * column.length + LONGEST_LABEL && plainName(cell).toLowerCase() === column.toLowerCase();

/** Two columns are named by it and the header: `Mobile` and below it `Number`. */
function isSecondHeader(filled: readonly (readonly [column: string, cell: string])[]): boolean {
  if (filled.length < 2 || filled.some(([, cell]) => cell.length > LONGEST_HEADER || /\p{Nd}|@/u.test(cell)))
    return false;
  return filled.filter(([column, cell]) => meaningOf(`${column} ${cell}`) !== undefined).length > 1;
}

const PART =
  /\p{L}.*(?:\p{Nd}|:\s*$)|^\p{L}{1,4}\/\p{L}{1,4}$|^(?:class|std|standard|grade|section|division|ward|zone|route|batch|group|block)\b[ .:#-]*(?:[ivxlc]+|\p{L})(?:[ -]+\p{L})?$/iu;

/** A line above a part of the people, such as WARD NO 1 or CLASS V - A: nothing else in the row, and no name. */
function isHeading(values: number, columns: number, { name, ...others }: RawPerson['fields']): boolean {
  if (values > 1 || columns < FEWEST_COLUMNS || name === undefined || Object.keys(others).length > 0)
    return false;
  return name.length <= LONGEST_LABEL && PART.test(name);
}

/** The words of a cell without the punctuation around them: `*** End ***` is End. Of a long cell its beginning. */
const labelOf = (cell: string): string =>
  plainName(cell.slice(0, LONGEST_LABEL).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''));

function problemOf(words: readonly string[]): 'ROW_TOTAL' | 'ROW_REPORT_TEXT' | undefined {
  const labels = words.map(labelOf);
  const isShort = words.every((cell) => cell.length <= LONGEST_LABEL);
  if (isShort && labels.every(isTotal)) return 'ROW_TOTAL';
  return labels.every((label) => REPORT_TEXT.test(label)) ? 'ROW_REPORT_TEXT' : undefined;
}

const isTotal = (label: string): boolean =>
  TOTAL.test(label) || TOTAL_OF.test(label) || TOTAL_COUNT.test(label);

/** A line of a report may hold its date; a total holds no date of birth. */
function isAboutSomebody(
  fields: RawPerson['fields'],
  problem: 'ROW_TOTAL' | 'ROW_REPORT_TEXT',
  dateOrder: DateOrder,
): boolean {
  const telling = ['phone', 'email', 'aadhaar', 'pan'] as const;
  const types = problem === 'ROW_TOTAL' ? ([...telling, 'dob'] as const) : telling;
  return types.some((type) => {
    const value = fields[type];
    return value !== undefined && canonicalise(type, value, { dateOrder }).ok;
  });
}

const FIRM =
  /\b(?:sons?|daughters?|co|company|corp|bros|brothers|associates?|partners|traders?|trading|enterprises?|industries|stores?|services|agency|agencies|ltd|limited|pvt|llp|huf|trust|society|bank|school|college|hospital|foundation|m\/s)\b/i;
const AND = /\s*&\s*|\s(?:and|और|एवं|तथा|आणि)\s/iu;
/** A longer name is refused. */
const LONGEST_NAME = 200;

/**
 * Whether a name is that of several people, as the holders of an account: `Asha & Ravi Rao`. One record of both would
 * mix what each of them consents to. A firm is none.
 */
export function isOfSeveral(name: string): boolean {
  if (name.length > LONGEST_NAME || FIRM.test(name)) return false;
  const wordsOf = (part: string) => part.match(/\p{L}\p{M}*\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0;
  const isJoined = (parts: readonly string[], fewest: number) =>
    parts.filter((part) => wordsOf(part) >= fewest).length > 1;
  // Behind a slash a single word may be another spelling, and S/O names a father.
  const persons = name.replace(/\b[a-z]\/[a-z]\b/gi, ' ').split('/');
  return isJoined(name.split(AND), 1) || isJoined(persons, 2);
}
