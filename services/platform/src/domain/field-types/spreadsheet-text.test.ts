import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { FIELD_TYPES } from './field-type.ts';

const ERRORS = ['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!'];

describe.each([...FIELD_TYPES, 'external_id' as const])('%s', (type) => {
  it.each([...ERRORS, ' #ref!\u200b'])('%j is refused as an error value', (text) => {
    expect(canonicalise(type, text)).toMatchObject({ ok: false, reason: 'SPREADSHEET_ERROR' });
  });
});

it('an error value in a part of a joined name or address is refused', () => {
  for (const text of ['Asha #REF!', '#NAME? Rao'])
    expect(canonicalise('name', text)).toMatchObject({ reason: 'SPREADSHEET_ERROR' });
  for (const text of ['4 MG Road, #VALUE!, Pune', 'Pune\n#REF!'])
    expect(canonicalise('address', text)).toMatchObject({ reason: 'SPREADSHEET_ERROR' });
});

it('a number sign before other text is kept', () => {
  expect(canonicalise('address', '#4, MG Road')).toMatchObject({ ok: true });
  expect(canonicalise('external_id', '#REF42')).toEqual({ ok: true, value: '#REF42' });
  expect(canonicalise('external_id', 'REF!')).toEqual({ ok: true, value: 'REF!' });
});
