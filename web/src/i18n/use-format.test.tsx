import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from './i18n.ts';
import { TimeZone } from './time-zone.ts';
import { useFormat } from './use-format.ts';

const wrapper = ({ children }: { children: ReactNode }) => <TimeZone value="UTC">{children}</TimeZone>;

/** In older browsers `hour12: false` meant the hours 1 to 24 for languages with a clock of 12 hours. */
function actAsOlderBrowser(): void {
  const Present = Intl.DateTimeFormat;
  class Older extends Present {
    constructor(locale?: string, { hour12, ...options }: Intl.DateTimeFormatOptions = {}) {
      super(locale, hour12 === false ? { ...options, hourCycle: 'h24' } : options);
    }
  }
  vi.stubGlobal('Intl', { ...Intl, NumberFormat: Intl.NumberFormat, DateTimeFormat: Older });
}

afterEach(() => chooseLanguage('en'));

describe('useFormat', () => {
  it.each(['en', 'hi'] as const)('shows the first minutes of a day as hour 00 in %s', async (language) => {
    await chooseLanguage(language);
    actAsOlderBrowser();
    const { result } = renderHook(useFormat, { wrapper });
    const { time, clock, dateTime } = result.current;
    const at = '2026-11-21T00:05:09.000Z';
    expect(time(at)).toBe('00:05:09');
    expect(clock(new Date(at))).toBe('00:05');
    expect(dateTime(at)).toMatch(/00:05$/);
  });
});
