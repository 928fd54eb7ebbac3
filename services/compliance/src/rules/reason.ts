import { SENTENCES } from './sentences.ts';

export type ReasonKey = keyof typeof SENTENCES;

/** What a rule found: the key of a sentence with its parameters, so that a reader has it in another language. */
export interface Reason {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Names in braces of a sentence. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Params<Key extends ReasonKey> = Readonly<Record<NamesIn<(typeof SENTENCES)[Key]>, number | string>>;
type Given<Key extends ReasonKey> = [NamesIn<(typeof SENTENCES)[Key]>] extends [never]
  ? []
  : [params: Params<Key>];

export function reason<Key extends ReasonKey>(key: Key, ...[params]: Given<Key>): Reason {
  const given = Object.entries<number | string>(params ?? {});
  return { key, params: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}

/** The English sentences of reasons, in their order. */
export const textOf = (reasons: readonly Reason[]): string => reasons.map(sentenceOf).join(' ');

function sentenceOf({ key, params }: Reason): string {
  const sentence: string = key in SENTENCES ? SENTENCES[key as ReasonKey] : key;
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
