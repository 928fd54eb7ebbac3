/** Zone of a company that has chosen none, and of rows without a company. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

/** Names of the IANA database; no offsets and no abbreviations, whose rules differ between programs. */
const ZONE_NAME = /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;

/** Whether a name of the IANA database is known here. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A day of a zone. */
export interface ZonedDay {
  /** ISO date. */
  readonly day: string;
  /** First instant, epoch ms. */
  readonly from: number;
  /** First instant of the next day, epoch ms: 23 to 25 hours after `from`. */
  readonly until: number;
}

const WALL_TIME = /^(?!0)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Zones are at most 14 hours ahead of UTC and 12 behind it. */
const AHEAD_MS = 15 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();
const latest = new Map<string, ZonedDay>();

/** The day of a zone in which an instant (epoch ms) lies. @throws RangeError for an unknown zone */
export function dayIn(zone: string, at: number): ZonedDay {
  const known = latest.get(zone);
  if (known !== undefined && known.from <= at && at < known.until) return known;
  const { day } = localTime(zone, at);
  const found = { day, from: startOfDay(zone, day), until: startOfDay(zone, addDays(day, 1)) };
  latest.set(zone, found);
  return found;
}

/** When a day (ISO date) of a zone ends, epoch ms. */
export const endOfDay = (zone: string, day: string): number => startOfDay(zone, addDays(day, 1));

/** The ISO date so many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Date and hour (0 to 23) that clocks of the zone show at an instant (epoch ms). */
export function localTime(zone: string, at: number): { readonly day: string; readonly hour: number } {
  const [day = '', time = ''] = wallTime(zone, at).split('T');
  return { day, hour: Number(time.slice(0, 2)) };
}

/** Date and time that clocks of the zone show at an instant (epoch ms), as 2026-11-21T05:30. */
export const wallTime = (zone: string, at: number): string =>
  // sv-SE writes 2026-11-21 05:30.
  formatOf(zone).format(at).replace(' ', 'T');

/**
 * The instant (epoch ms) at which clocks of the zone show a time such as 2026-11-21T05:30; NaN for another text. A time
 * that clocks skip is one of the hour before or after.
 */
export function instantAt(zone: string, wall: string): number {
  const utc = WALL_TIME.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  if (Number.isNaN(utc)) return utc;
  const aheadAt = (at: number) =>
    Date.parse(`${wallTime(zone, at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  // The first guess may be on the other side of a change of the clocks.
  return utc - aheadAt(utc - aheadAt(utc));
}

/** First instant of a day (ISO date), epoch ms. Searched, because clocks may skip midnight; at whole minutes. */
export function startOfDay(zone: string, day: string): number {
  const utc = Date.parse(day);
  let before = (utc - AHEAD_MS) / MINUTE_MS;
  let reached = (utc + AHEAD_MS) / MINUTE_MS;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (localTime(zone, middle * MINUTE_MS).day < day) before = middle;
    else reached = middle;
  }
  return reached * MINUTE_MS;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}
