import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { credentialTimeFormat, dateTimeFormat, formatLocale } from './format.ts';
import { TimeZone } from './time-zone.ts';

type Format = ReturnType<typeof createFormat>;

/** Creating an Intl formatter costs more than rendering a table cell, so each is created once. */
const formats = new Map<string, Format>();

/** Formats numbers and dates in the user's language and in the zone of `TimeZone`. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(i18n.language, useContext(TimeZone));
}

function formatOf(language: string, timeZone: string | undefined): Format {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = createFormat(language, timeZone);
  formats.set(key, format);
  return format;
}

function createFormat(language: string, timeZone: string | undefined) {
  const locale = formatLocale(language);
  const whole = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const decimals = new Map<number, Intl.NumberFormat>();
  const decimalOf = (digits: number): Intl.NumberFormat => {
    const known = decimals.get(digits) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
    decimals.set(digits, known);
    return known;
  };
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    number: (value: number) => whole.format(value),
    /** At most `digits` decimals, e.g. a confidence of 87.4. */
    decimal: (value: number, digits: number) => decimalOf(digits).format(value),
    /** 1240000 → 1.2M, or 12L with Indian grouping. */
    compact: (value: number) => compact.format(value),
    /** 83 → 83%. */
    percent: (value: number) => `${whole.format(Math.round(value))}%`,
    date: (at: string | Date) => date.format(new Date(at)),
    /** Like `date`, for an ISO date without time, which is the same in all zones. */
    fullDay: (day: string) => fullDay.format(new Date(day)),
    /** 21 Nov, for an instant. */
    shortDate: (at: string) => shortDate.format(new Date(at)),
    /** 21 Nov, for an ISO date. */
    day: (at: string) => day.format(new Date(at)),
    /** 12 March 1990, for a date in UTC. The month is a name, so that it cannot be mistaken for the day. */
    longDay: (at: string) => longDay.format(new Date(at)),
    time: (at: string | Date) => time.format(new Date(at)),
    /** 10:42. */
    clock: (at: number | Date) => clock.format(at),
    dateTime: dateTimeFormat(language, timeZone),
    credentialTime: credentialTimeFormat(language, timeZone),
  };
}
