import { describe, expect, it } from 'vitest';
import { dayIn, endOfDay, instantAt, isTimeZone, localTime, wallTime } from './zoned-day.ts';

const at = (iso: string) => Date.parse(iso);

describe('a day of a zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-20T19:00:00Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-20T23:59:00Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-21T00:01:00Z', '2026-11-21'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['America/New_York', '2026-11-21T04:59:00Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
  ])('in %s %s is on %s', (zone, iso, day) => {
    expect(dayIn(zone, at(iso)).day).toBe(day);
    const { from, until } = dayIn(zone, at(iso));
    expect(from <= at(iso) && at(iso) < until).toBe(true);
    expect([dayIn(zone, from).day, dayIn(zone, until).day > day, dayIn(zone, until - 1).day]).toEqual([
      day,
      true,
      day,
    ]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', '2026-10-26', 24, '2026-10-25T23:00:00Z'],
    // Clocks skip midnight: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00Z'],
    ['Asia/Kolkata', '2026-03-29', 24, '2026-03-28T18:30:00Z'],
  ])('in %s %s has %i hours', (zone, day, hours, from) => {
    const noon = dayIn(zone, at(`${day}T10:00:00Z`));
    expect(noon).toEqual({ day, from: at(from), until: at(from) + hours * 3_600_000 });
    expect(endOfDay(zone, day)).toBe(noon.until);
  });

  it('has the hours of its clocks', () => {
    expect(localTime('Asia/Kolkata', at('2026-11-20T18:30:00Z'))).toEqual({ day: '2026-11-21', hour: 0 });
    expect(localTime('Asia/Kolkata', at('2026-11-20T18:29:00Z'))).toEqual({ day: '2026-11-20', hour: 23 });
  });
});

describe('a time of clocks', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21T05:30', '2026-11-21T00:00:00Z'],
    ['Asia/Kathmandu', '2026-11-21T00:00', '2026-11-20T18:15:00Z'],
    ['America/New_York', '2026-11-21T23:59', '2026-11-22T04:59:00Z'],
    // An hour before and after clocks change.
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
  ])('in %s %s is %s', (zone, wall, iso) => {
    expect(new Date(instantAt(zone, wall))).toEqual(new Date(iso));
    expect(wallTime(zone, at(iso))).toBe(wall);
  });

  it.each(['', '21.11.2026', '2026-02-30T25:00', '0001-01-01T00:00', '2026-11-21'])('%j is none', (text) => {
    expect(instantAt('Asia/Kolkata', text)).toBeNaN();
  });
});

it.each([
  ['Asia/Kolkata', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['+05:30', false],
  ['IST', false],
  ['EST5EDT', false],
  ['Asia/Nowhere', false],
  ['', false],
  ['../etc', false],
  ['Asia/Kolkata\u0000', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
