import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { endpointsOf } from '../rules/endpoint.ts';
import { sampleDocument } from '../testing/sample-document.ts';
import { completeFrom } from './json-completion.ts';

const schema = endpointsOf(sampleDocument).find(({ id }) => id === 'createPerson')?.body?.schema ?? {};
const complete = completeFrom(schema, sampleDocument.components.schemas);

/** Completions at the position of '|' in the text. */
async function offered(text: string): Promise<readonly string[]> {
  const position = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
  const result = await complete(new CompletionContext(state, position, true));
  return result?.options.map(({ label }) => label) ?? [];
}

describe('completion from the schema', () => {
  it.each([
    ['keys of the body', '{|}', ['"companyId"', '"consent"', '"tags"', '"kind"']],
    ['keys of an object within it', '{"consent": {|}}', ['"purpose"']],
    ['values of an enumeration', '{"kind": "|"}', ['"new"', '"old"']],
    ['nothing in an object without a schema', '{"other": {|}}', []],
  ])('offers %s', async (_, text, expected) => expect(await offered(text)).toEqual(expected));
});
