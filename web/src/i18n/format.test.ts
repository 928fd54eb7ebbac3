import { describe, expect, it } from 'vitest';
import { ago, credentialTimeFormat, dateTimeFormat, formatLocale } from './format.ts';

describe('formats', () => {
  it('writes the times of API credentials as the specification does', () => {
    expect(credentialTimeFormat('en')(new Date(2026, 0, 5, 7, 3))).toBe('Jan 05, 2026 at 07:03');
  });
  it.each([
    ['Asia/Kolkata', '21 Nov 2026, 00:30'],
    ['America/New_York', '20 Nov 2026, 14:00'],
  ])('writes a time of %s', (zone, text) => {
    expect(dateTimeFormat('en', zone)('2026-11-20T19:00:00.000Z')).toBe(text);
  });
  it('writes a time in Hindi by the same clock of 24 hours', () => {
    expect(dateTimeFormat('hi', 'Asia/Kolkata')('2026-11-20T15:00:00.000Z')).toBe('20 नव॰ 2026, 20:30');
  });
  it.each(['en', 'hi'])('groups digits by lakh and crore in %s', (language) => {
    expect(new Intl.NumberFormat(formatLocale(language)).format(12_47_39_200)).toBe('12,47,39,200');
  });
  it.each([
    [30_000, 'now', 0],
    [59 * 60_000, 'min', 59],
    [60 * 60_000, 'h', 1],
    [23 * 3_600_000, 'h', 23],
    [29 * 86_400_000, 'd', 29],
    [30 * 86_400_000, 'mo', 1],
    [366 * 86_400_000, 'y', 1],
    [-5000, 'now', 0],
  ])('%i ms ago', (pastMs, unit, count) => {
    const now = Date.UTC(2026, 10, 21);
    expect(ago(new Date(now - pastMs), now)).toEqual({ unit, count });
  });
});
