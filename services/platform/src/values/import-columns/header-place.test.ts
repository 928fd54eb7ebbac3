import { expect, test } from 'vitest';
import { likeliestLayout } from './csv-separators.ts';
import { headerIndex, MAX_TITLE_ROWS } from './header-place.ts';

const rows = (text: string) => text.split('\n').map((line) => line.split(','));

test.each([
  ['ABC Ltd\nCustomers as on 01/04/2026\n\nName,Phone,City\nAsha,1,Pune', 3],
  ['ABC Ltd,,\n,,\nName,Phone,City\nAsha,1,Pune', 2],
  ['Branch,Pune,Date,01/04/2026,By,Admin\nName,Phone\nAsha,1', 1],
  ['Branch,Pune\nSr,Name,Mobile No,Kennung,Ort\n1,Asha,1,x,y', 1],
  [',,\nName,Phone,City\nAsha,1,Pune', 1],
  ['ABC Ltd\nKunde,Ort,Tel\nA,B,C', 1],
  ['Mobile\nName,Phone,City\nAsha,1,Pune', 1],
])('the header row of %j is the one with index %i', (text, index) => {
  expect(headerIndex(rows(text))).toBe(index);
});

test.each([
  'Name,Phone\nAsha,1',
  'Name,Ort\nName,Phone\nAsha,1',
  'Kunde,Ort,Tel\nA,B,C',
  'name\nRao, Asha',
  'Kunde\nRao, Asha',
  ',,\n1,2,3',
  'Kunde,Ort,Tel\nName,x,y',
  `${'Kunde,Ort\n'.repeat(MAX_TITLE_ROWS + 1)}Name,Phone,City`,
  '',
])('the header row of %j is its first row', (text) => {
  expect(headerIndex(rows(text))).toBe(0);
});

test('names of the mapping are known', () => {
  const text = 'Report of May\nKunde,Ort\nA,B';
  expect(headerIndex(rows(text))).toBe(0);
  expect(headerIndex(rows(text), (column) => column === 'Kunde' || column === 'Ort')).toBe(1);
});

test('only as many cells are compared as a file has columns', () => {
  let asked = 0;
  const wide = Array.from({ length: 100_000 }, () => 'x');
  headerIndex([wide, wide], () => {
    asked++;
    return false;
  });
  expect(asked).toBeLessThanOrEqual(2 * 512);
});

test('each cell above the header is compared once, and each cell of the header twice', () => {
  let asked = 0;
  const row = Array.from({ length: 512 }, () => 'x');
  const records = Array.from({ length: MAX_TITLE_ROWS + 1 }, () => row);
  likeliestLayout(
    (separator) => (separator === ',' ? records : []),
    () => {
      asked++;
      return false;
    },
  );
  expect(asked).toBeLessThanOrEqual((records.length + 1) * 512);
});
