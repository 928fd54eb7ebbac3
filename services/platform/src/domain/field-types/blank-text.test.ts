import { describe, expect, it } from 'vitest';
import { isNullMarker } from './blank-text.ts';
import { canonicalise } from './canonical.ts';
import { FIELD_TYPES } from './field-type.ts';

const nothings = [
  'NULL',
  'null',
  ' NaN ',
  'n/a',
  'N.A.',
  'na',
  'None',
  'nil',
  '-',
  '--',
  '–',
  '—',
  '.',
  '...',
  '…',
  '(null)',
  '<NULL>',
  '\\N',
  'Not available',
  '-do-',
  '--do--',
  '- Do -',
  'do.',
  '=ditto=',
  '"',
  "''",
  '〃',
  'Ditto',
  'same as above',
];

describe('a null marker', () => {
  it.each([...nothings, '#N/A', '\u00a0NULL\u200b', '\ufeffn/a'])('%j', (text) => {
    expect(isNullMarker(text)).toBe(true);
  });

  it.each([
    'Do',
    'Do Thi',
    'Dodo.',
    '-dot-',
    '',
    ' ',
    '0',
    'x',
    'Null Kumar',
    'Nilesh',
    'Nan-Hai',
    'NA-1',
    '-1',
    '- .',
    'Nullify',
    'Do',
    'Beth Ditto',
    '\\Nagar',
  ])('%j is not one', (text) => {
    expect(isNullMarker(text)).toBe(false);
  });

  it.each([...FIELD_TYPES, 'external_id' as const])('is refused as a value of %s', (type) => {
    for (const text of nothings)
      expect(canonicalise(type, text)).toMatchObject({ ok: false, reason: 'VALUE_STANDS_FOR_NOTHING' });
  });

  it('is accepted as a surname after a given name', () => {
    expect(canonicalise('name', 'Jennifer Null')).toEqual({ ok: true, value: 'Jennifer Null' });
  });
});
