import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { Problem } from '@pii-vault/contract/problem';
import i18next from 'i18next';
import { permissionName } from './field-name.ts';

type Texts = Readonly<Record<string, string>>;

/** Translations of the English messages of the contract and the server. */
interface Dictionary {
  /** By the English sentence, which is the message of schemas. */
  sentences: Texts;
  /** By the `reason` of a Problem. */
  reasons: Texts;
  /** Findings of compliance checks, by the key of the reason; `{{name}}` is a parameter. */
  checks: Texts;
  /** By the status, for a reason without a translation. */
  statuses: Texts;
}

let dictionary: Dictionary | undefined;

/** Only Hindi needs a dictionary: the messages of the contract and the server are English. */
export const fetchDictionary = async (language: string): Promise<Dictionary | undefined> =>
  language === 'hi' ? (await import('./hi/first.ts')).dictionary : undefined;

export function showMessagesIn(next: Dictionary | undefined): void {
  dictionary = next;
}

/** Sentences of zod for checks without a message in the contract. */
const zodDefaults = [
  { pattern: /^Too big: expected string to have <=(\d+)/, key: 'tooLong' },
  { pattern: /^Too small: expected string to have >=(\d+)/, key: 'tooShort' },
  { pattern: /^Too big: expected number to be <=?(-?\d+)/, key: 'tooLarge' },
  { pattern: /^Too small: expected number to be >=?(-?\d+)/, key: 'tooSmall' },
  {
    pattern: /^(?:Invalid (?:input|option|string|UUID|ISO)|Unrecognized key|Too (?:big|small):)/,
    key: 'other',
  },
] as const;

/** A schema's message in the user's language; an unknown one unchanged. */
export function inReaderLanguage(sentence: string): string {
  const known = dictionary?.sentences[sentence] ?? withItsNumber(sentence);
  if (known !== undefined) return known;
  for (const { pattern, key } of zodDefaults) {
    const match = pattern.exec(sentence);
    if (match) return i18next.t(`invalid.${key}`, { ns: 'ui', n: match[1] });
  }
  return sentence;
}

/** The dictionary has `{{n}}` in place of the number of a sentence. */
function withItsNumber(sentence: string): string | undefined {
  const [number, ...more] = sentence.match(/\d+/g) ?? [];
  if (number === undefined || more.length > 0) return undefined;
  return dictionary?.sentences[sentence.replace(number, '{{n}}')]?.replace('{{n}}', number);
}

/** Why a row, value or job was refused, in the user's language: translated by its sentence, else by its reason. */
export function reasonInReaderLanguage(reason: string, sentence: string): string {
  return dictionary?.sentences[sentence] ?? dictionary?.reasons[reason] ?? sentence;
}

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * A finding of a compliance check in the user's language.
 * @param details the English text, for checks of older releases and unknown reasons
 */
export function foundInReaderLanguage(
  { reasons, details }: Pick<ComplianceCheck, 'reasons' | 'details'>,
  number: (value: number) => string,
): string {
  if (dictionary === undefined) return details;
  const { checks, sentences } = dictionary;
  const texts = reasons.map(({ key, params }) =>
    checks[key]?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = params[name] ?? '–';
      return WHOLE_NUMBER.test(value) ? number(Number(value)) : value;
    }),
  );
  const isKnown = texts.length > 0 && texts.every((text) => text !== undefined);
  return isKnown ? texts.join(' ') : (sentences[details] ?? details);
}

/** The server's message names the permission by its code. */
const MISSING_PERMISSION = /^You need the permission (\w+:\w+) for this$/;

/**
 * Message of a refusal in the user's language. A missing permission is named, with who can give it; other messages are
 * translated by their sentence, else by their reason, else by their status.
 */
export function sentenceOf({ detail, reason, status }: Problem): string | undefined {
  const [, permission] = MISSING_PERMISSION.exec(detail ?? '') ?? [];
  if (permission) return i18next.t('refused.call', { ns: 'app', permission: permissionName(permission) });
  if (!detail || !dictionary) return detail;
  const { sentences, reasons, statuses } = dictionary;
  return sentences[detail] ?? reasons[reason ?? ''] ?? statuses[status] ?? detail;
}
