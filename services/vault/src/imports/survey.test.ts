import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { planByHead } from './plan-by-head.ts';
import { surveyedPlan, surveyFile, surveyStart } from './survey.ts';

/** Surveys a file that leaves unmapped columns out, in turns of two batches. */
async function surveyed(text: string, mediaType: 'text/csv' | 'application/x-ndjson') {
  const bytes = Buffer.from(text);
  const reading = { mapping: undefined, unmapped: 'ignore', dateOrder: 'dmy' } as const;
  const plan = planByHead(bytes, { ...reading, mediaType, isWhole: true });
  if (plan === undefined) throw new Error('More is needed');
  const file = {
    chunkCount: Math.ceil(bytes.length / CHUNK_BYTES),
    chunk: async (index: number) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  };
  let survey = surveyStart(plan);
  let turns = 0;
  for (let isWhole = false; !isWhole; turns++) {
    const stored = JSON.parse(JSON.stringify(survey));
    let batches = 0;
    ({ survey, isWhole } = await surveyFile(file, plan, stored, () => ++batches === 2));
  }
  return { turns, found: surveyedPlan(plan, survey).refusals };
}

/** 1,000 people, one of them with something in a column Note. */
const csv = (at: number, note: string) =>
  `name,Note\n${Array.from({ length: 1_000 }, (_, n) => `Person ${n},${n === at ? note : ''}`).join('\n')}\n`;
const ndjson = (at: number, note: string) =>
  Array.from({ length: 1_000 }, (_, n) =>
    JSON.stringify({ name: `P ${n}`, ...(n === at && { Note: note }) }),
  ).join('\n');

test.each([0, 299, 300, 650, 999])(
  'an answer in row %i of 1,000 is found, in a survey of several turns',
  async (at) => {
    const found = [{ column: 'Note', examples: ['No'], isBlank: false }];
    const ofCsv = await surveyed(csv(at, 'No'), 'text/csv');
    expect(ofCsv.turns).toBeGreaterThan(2);
    expect(ofCsv.found).toEqual(found);
    expect((await surveyed(ndjson(at, 'No'), 'application/x-ndjson')).found).toEqual(found);
  },
);

test.each([
  ['a remark', 'called on Monday; do not call again', []],
  ['a remark behind many words', `"${'word '.repeat(2_000)}unsubscribed"`, []],
  ['a status', 'Opted out', ['Opted out']],
])('%s is found', async (_, note, examples) => {
  expect((await surveyed(csv(900, note), 'text/csv')).found).toEqual([
    { column: 'Note', examples, isBlank: false },
  ]);
});

test('text, numbers and crosses are no refusal', async () => {
  for (const note of ['South', '42', 'x', '""'])
    expect((await surveyed(csv(900, note), 'text/csv')).found).toEqual([]);
});

test('a key about consent without a value is found, and said to be blank', async () => {
  const text = ndjson(900, '').replaceAll('Note', 'DND');
  const found = [{ column: 'DND', examples: [], isBlank: true }];
  expect((await surveyed(text, 'application/x-ndjson')).found).toEqual(found);
});
