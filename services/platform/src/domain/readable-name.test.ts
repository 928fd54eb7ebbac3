import { describe, expect, it } from 'vitest';
import { isReadableName } from './readable-name.ts';

describe('isReadableName', () => {
  it.each(['शर्\u200dमा बैंक', 'O’Brien', '3M', '‘Aa’ & Söhne', 'شركة النور'])('accepts %j', (name) =>
    expect(isReadableName(name)).toBe(true),
  );

  it.each([
    '',
    ' ',
    '\u200b',
    '\u2060\ufeff',
    'A\u0000',
    'A\nB',
    'A\ud800',
    '\u061cAsha',
    'Asha\u200e',
    'Asha\u200fRao',
    'A\u202e',
    '\u2066A',
  ])('refuses %j', (name) => expect(isReadableName(name)).toBe(false));
});
