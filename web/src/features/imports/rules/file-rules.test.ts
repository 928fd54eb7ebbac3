import { describe, expect, it } from 'vitest';
import { completed, mappingProblem } from './column-mapping.ts';
import { csvRecords, readHead } from './file-head.ts';

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'people.csv') => new File([text], name);

describe('the beginning of a CSV', () => {
  it('keeps commas, quotes and line ends inside quotes', () => {
    expect(csvRecords('a,b\r\n"x, ""y""","1\n2"\n,,\n', { isWhole: true, limit: 9 }).records).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
    ]);
  });
  it('accepts an unterminated last record only at the end of the file', () => {
    expect(csvRecords('a\n1\n2', { isWhole: false, limit: 9 }).records).toEqual([['a'], ['1']]);
    expect(csvRecords('a\n1\n2', { isWhole: true, limit: 9 }).records).toEqual([['a'], ['1'], ['2']]);
  });
  it('shows ten rows with their number and counts all of them', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `N${index + 1},${index}`).join('\n');
    const { format, head } = await readHead(csv(`\uFEFFname,x\n${rows}\n`));
    expect(format).toBe('text/csv');
    expect(head).toMatchObject({ columns: ['name', 'x'], rowCount: 25, isEstimate: false });
    if (typeof head === 'string') throw new Error(head);
    expect(head.rows).toHaveLength(10);
    expect(head.rows[9]).toEqual({ number: 10, cells: ['N10', '9'] });
    expect(head.samples.get('name')).toHaveLength(25);
  });
  it('estimates a large file', async () => {
    const { head } = await readHead(csv(`name\n${'"abc,ghi"\n'.repeat(100_000)}`));
    if (typeof head === 'string') throw new Error(head);
    expect(head.isEstimate).toBe(true);
    expect(Math.abs(head.rowCount - 100_000)).toBeLessThan(100);
  });
  it.each([
    ['', 'empty'],
    ['name,pan\n', 'empty'],
    [',,,\n1,2\n', 'header'],
    ['na\0me,b\n1,2\n', 'header'],
    ['name,name\nA,B\n', 'sameName'],
    [new Uint8Array([0xff, 0xfe, 0x61, 0]), 'utf16'],
  ])('reports the error in %j', async (text, problem) => {
    expect((await readHead(csv(text))).head).toBe(problem);
  });
});

describe('a spreadsheet export', () => {
  it.each([
    ['name;pan\nA;B\n', ['name', 'pan']],
    ['name\tpan\nA\tB\n', ['name', 'pan']],
    ['sep=|\r\nname|pan, x\r\nA|B\r\n', ['name', 'pan, x']],
    ['"Date of\nBirth",\u00a0Full  Name,,\nA,B\n', ['Date of Birth', 'Full Name']],
    ['name,,pan\nA,,B\n', ['name', 'Column 2', 'pan']],
  ])('%j has the columns %j', async (text, columns) => {
    expect((await readHead(csv(text))).head).toMatchObject({ columns, rowCount: 1 });
  });
});

describe('titles above the header row', () => {
  it.each([
    ['ABC Ltd\nAs on 01/04/2026\n\nname,pan\nA,B\n', 3],
    ['sep=;\nABC Ltd\nname;pan\nA;B\n', 2],
    ['"ABC\nLtd",\n,\nname,pan\nA,B\n', 3],
    ['name,pan\nA,B\n', 0],
  ])('%j has %i lines of them', async (text, titleLines) => {
    expect((await readHead(csv(text))).head).toMatchObject({
      titleLines,
      columns: ['name', 'pan'],
      rows: [{ number: 1, cells: ['A', 'B'] }],
      rowCount: 1,
    });
  });
});

describe('the beginning of NDJSON', () => {
  it('has the keys of all rows as columns', async () => {
    const { format, head } = await readHead(csv('{"name":"A"}\n\n{"pan":"B","n":1}\n', 'x.ndjson'));
    expect(format).toBe('application/x-ndjson');
    expect(head).toMatchObject({ columns: ['name', 'pan', 'n'], rowCount: 2 });
    if (typeof head === 'string') throw new Error(head);
    expect(head.rows[1]?.cells).toEqual(['', 'B', '1']);
  });
  it('is recognised by its brace, and refused if a line is not an object', async () => {
    expect((await readHead(csv('{"name":"A"}\n', 'people.txt'))).format).toBe('application/x-ndjson');
    expect((await readHead(csv('[1]\n', 'x.jsonl'))).head).toBe('notJson');
  });
});

describe('column mapping', () => {
  it('completes open columns where there is a target, and leaves the others open', () => {
    const columns = ['Name', 'Mob. No', 'Branch'];
    const mapping = { Name: 'name' } as const;
    const taken = completed(columns, mapping, (column) => (column === 'Mob. No' ? 'phone' : undefined));
    expect(taken).toEqual({ Name: 'name', 'Mob. No': 'phone' });
    expect(mappingProblem(columns, taken)).toEqual({ key: 'open', columns: ['Branch'] });
    expect(completed(['a', 'b'], { a: 'name' }, () => 'ignore')).toEqual({ a: 'name', b: 'ignore' });
  });
  it('predicts what the server would refuse or ask', () => {
    expect(mappingProblem(['a', 'b'], { a: 'pan', b: 'pan' })).toEqual({ key: 'twice', target: 'pan' });
    expect(mappingProblem(['a', 'b'], { a: 'externalId', b: 'ignore' })).toEqual({ key: 'noField' });
    expect(mappingProblem(['a', 'b'], { a: 'name' })).toEqual({ key: 'open', columns: ['b'] });
    expect(mappingProblem(['a', 'b'], { a: 'name', b: 'name' })).toBeUndefined();
  });
});
