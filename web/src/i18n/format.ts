/** Locale for numbers and dates: Hindi groups the Indian way, English as the reader's own English does. */
export function formatLocale(language: string, browser: readonly string[] = navigator.languages): string {
  if (language === 'hi') return 'hi-IN-u-nu-latn';
  return browser.find((tag) => tag.toLowerCase().startsWith('en')) ?? 'en-US';
}

const two = (value: number) => String(value).padStart(2, '0');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'MMM dd, yyyy at HH:mm' in English; the locale's medium form otherwise. Local time. */
export function formatDateTime(at: string | Date, language: string): string {
  const date = new Date(at);
  if (language !== 'en') {
    return new Intl.DateTimeFormat(formatLocale(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(date);
  }
  const day = `${months[date.getMonth()]} ${two(date.getDate())}, ${date.getFullYear()}`;
  return `${day} at ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export interface Ago {
  unit: 'now' | 'min' | 'h' | 'd' | 'mo' | 'y';
  count: number;
}

/** How long ago, in the largest whole unit; the future counts as now. */
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
