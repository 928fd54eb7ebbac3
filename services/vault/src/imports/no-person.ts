import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import { plainName } from '@pii-vault/platform/values/import-columns/header-name';
import { type RowProblem, rowProblem } from './row.ts';
import type { RawPerson } from './row-mapper.ts';

/** Characters of a cell by which it is judged. */
const LONGEST_LABEL = 100;
/** A row with more cells of words is about somebody. */
const MOST_LABELS = 3;

const WORD = /\p{L}/u;
const WORD_OR_NUMBER = /[\p{L}\p{N}]/u;
const AMOUNT_WORD = /^[^\p{L}]*(?:inr|rs|cr|dr|usd)[^\p{L}]*$/iu;
// Between two words the characters that are no letters are matched in one way only: two ways take exponential time.
const TOTAL =
  /^(?:(?:grand|sub|page|net|gross|overall|final|report|branch|zone|region|group|day|month)(?:[ -]?wise)?[ -]*)?(?:totals?|sum|count|average|कुल(?: (?:योग|जोड़|संख्या|सदस्य|ग्राहक|व्यक्ति|छात्र))?|महायोग|योग)(?:[^\p{L}\p{M}]+(?:of|no|number|count|amount|records?|rows?|entries|customers?|people|persons?|members?|rs|inr)(?=[^\p{L}]|$))*[^\p{L}\p{M}]*$/iu;
const TOTAL_OF = /^(?:(?:grand|sub)[ -]*totals?|totals? for)(?=[^\p{L}\p{M}]|$)/iu;
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
  const labels = filled.map(([, cell]) => cell).filter((cell) => WORD.test(cell) && !cell.startsWith('='));
  const words = labels.filter((cell) => !AMOUNT_WORD.test(cell));
  if (words.length === 0 || words.length > MOST_LABELS) return undefined;
  const problem = problemOf(words);
  if (problem === undefined || isAboutSomebody(fields, problem, dateOrder)) return undefined;
  return rowProblem(problem);
}

const isSameName = (column: string, cell: string): boolean =>
  cell.length <= 2 * column.length + LONGEST_LABEL && plainName(cell).toLowerCase() === column.toLowerCase();

/** The words of a cell without the punctuation around them: `*** End ***` is End. Of a long cell its beginning. */
const labelOf = (cell: string): string =>
  plainName(cell.slice(0, LONGEST_LABEL).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''));

function problemOf(words: readonly string[]): 'ROW_TOTAL' | 'ROW_REPORT_TEXT' | undefined {
  const labels = words.map(labelOf);
  const isShort = words.every((cell) => cell.length <= LONGEST_LABEL);
  if (isShort && labels.every((label) => TOTAL.test(label) || TOTAL_OF.test(label))) return 'ROW_TOTAL';
  return labels.every((label) => REPORT_TEXT.test(label)) ? 'ROW_REPORT_TEXT' : undefined;
}

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
