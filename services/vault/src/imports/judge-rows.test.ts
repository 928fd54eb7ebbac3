import { expect, test } from 'vitest';
import { isAboutSamePeople, judgeInSlices, judgeRows } from './judge-rows.ts';
import { FILE_START } from './record-framer.ts';
import { rowProblem } from './row.ts';
import { ownKeysMapper } from './row-mapper.ts';

const rules = {
  mapRow: ownKeysMapper(undefined),
  swallowing: () => undefined,
  onInvalid: 'reject' as const,
  dateOrder: 'dmy' as const,
  purposes: ['kyc'],
};
const now = new Date('2026-11-21T00:00:00Z');
const at = (line: number) => ({ offset: 0, line, sheetRow: line });
const row = (cells: Record<string, string>) => ({
  start: at(1),
  end: at(2),
  cells: new Map(Object.entries(cells)),
});

test('splits rows into people and errors, each with its number in the file', () => {
  const rows = [
    row({ id: ' A ', name: ' Asha Rao ' }),
    { start: at(44), end: at(45), problem: rowProblem('ROW_MALFORMED') },
    row({ id: 'B', first_name: 'Ravi', mobile: '12' }),
    row({ id: 'C', name: '  ' }),
  ];
  const judged = judgeRows(rules, rows, 41, now);
  expect(
    judged.people.map(({ place, person }) => [place.row, person.externalId, [...person.values]]),
  ).toEqual([[41, 'A', [['name', 'Asha Rao']]]]);
  expect(judged.rejected).toBe(3);
  expect(judged.errors[0]).toMatchObject({ row: 42, line: 44, sheetRow: 44 });
  expect(judged.errors.map(({ row: number, column, reason }) => `${number} ${column} ${reason}`)).toEqual([
    '42  ROW_MALFORMED',
    '43 mobile PHONE_INVALID',
    '44  ROW_EMPTY',
  ]);
});

test('yields between slices of many rows, with the same result', async () => {
  const rows = Array.from({ length: 90 }, (_, n) =>
    row(n % 7 === 0 ? { id: `${n}` } : { id: `${n}`, name: 'Asha' }),
  );
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const judged = await judgeInSlices(rules, { rows, end: FILE_START }, 41, now);
  isOver = true;
  expect(judged).toEqual({ ...judgeRows(rules, rows, 41, now), end: FILE_START, people: expect.anything() });
  expect(judged.people.map((one) => [one.place.row, one.person])).toEqual(
    judgeRows(rules, rows, 41, now).people.map((one) => [one.place.row, one.person]),
  );
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('two batches share a person when they share an external id in its canonical form', () => {
  const judge = (...ids: string[]) =>
    judgeRows(
      rules,
      ids.map((id) => row({ id, name: 'Asha' })),
      1,
      now,
    );
  expect(isAboutSamePeople(judge('A', 'B'), judge('C', ' B '))).toBe(true);
  expect(isAboutSamePeople(judge('A', 'B'), judge('C', 'b'))).toBe(false);
  expect(isAboutSamePeople(judge('', 'A'), judge('', 'C'))).toBe(false);
});

test('an exported individualId identifies a person, and two rows with it are about the same person', () => {
  const judge = (individualId: string) =>
    judgeRows(
      { ...rules, mapRow: ownKeysMapper({ id: 'individualId' }) },
      [row({ id: individualId, name: 'Asha' })],
      1,
      now,
    );
  expect(judge('48213').people[0]?.person.individualId).toBe(48213);
  expect(isAboutSamePeople(judge('7'), judge(' 7 '))).toBe(true);
  for (const bad of ['0', '-1', '1.0', '4E7', 'IND_7']) {
    expect(judge(bad).people, bad).toEqual([]);
    expect(judge(bad).errors[0]).toMatchObject({ column: 'id', reason: 'INDIVIDUAL_ID_INVALID' });
  }
});

test('parses a date in the order of the import', () => {
  const dob = (dateOrder: 'dmy' | 'mdy') =>
    judgeRows({ ...rules, dateOrder }, [row({ dob: '04/05/1990' })], 1, now).people[0]?.person.values.get(
      'dob',
    );
  expect([dob('dmy'), dob('mdy')]).toEqual(['1990-05-04', '1990-04-05']);
});

test('an address with a long run of blanks is read in linear time', () => {
  // Took minutes: from each blank of the run, a comma was searched again.
  const { errors } = judgeRows(rules, [row({ name: 'Asha', address: `a${' '.repeat(250_000)}b` })], 1, now);
  expect(errors.map(({ reason }) => reason)).toEqual(['VALUE_TOO_LONG']);
}, 10_000);
