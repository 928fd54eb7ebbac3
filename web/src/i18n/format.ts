/** Locale for numbers and dates: those of India, with lakh and crore, in both languages. */
export const formatLocale = (language: string): string => (language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN');

/** 21 Nov 2026, 00:30. Without a zone, the browser's zone. */
export function dateTimeFormat(language: string, timeZone?: string): (at: string | Date) => string {
  const medium = new Intl.DateTimeFormat(formatLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  return (at) => medium.format(new Date(at));
}

/** The form that the specification names for API credentials, in English: 'MMM dd, yyyy at HH:mm'. */
export function credentialTimeFormat(language: string, timeZone?: string): (at: string | Date) => string {
  if (language !== 'en') return dateTimeFormat(language, timeZone);
  const day = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    timeZone,
  });
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  return (at) => `${day.format(new Date(at))} at ${clock.format(new Date(at))}`;
}

/** Whether the zone has the same local time at an instant (epoch ms) as the browser's zone. */
export function isSameClock(zone: string, at: number, own?: string): boolean {
  const clock = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);
  return clock(zone) === clock(own);
}

export interface Ago {
  unit: 'now' | 'min' | 'h' | 'd' | 'mo' | 'y';
  count: number;
}

/** Elapsed time in the largest whole unit; a time in the future counts as now. */
export function ago(at: string | Date, nowMs: number): Ago {
  const minutes = Math.floor((nowMs - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return { unit: 'now', count: 0 };
  if (minutes < 60) return { unit: 'min', count: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'h', count: hours };
  const days = Math.floor(hours / 24);
  if (days < 30) return { unit: 'd', count: days };
  return days < 365
    ? { unit: 'mo', count: Math.floor(days / 30) }
    : { unit: 'y', count: Math.floor(days / 365) };
}
