import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allLoaded } from '../walk/all-loaded.ts';
import { PICTURES } from './picture-list.ts';
import type { Tour } from './tour.ts';
import { hindiFor } from './translations.ts';

/**
 * Limits for the requests of a first visit, API calls included: deploy/decisions/0071-weight-of-the-console.md. Hindi
 * needs two more than English: a file of texts and a font.
 */
const MOST = { en: 20, hi: 22 } as const;
/** The sidebar repeats it every 30 s, which a busy machine may need for one screen. */
const POLLED = '/api/environment/status';

async function requestsOf(page: Page, path: string): Promise<string[]> {
  const made: string[] = [];
  page.on('request', (request) => made.push(new URL(request.url()).pathname));
  await page.goto(path);
  await allLoaded(page);
  return made.filter((one, at) => one !== POLLED || made.indexOf(POLLED) === at);
}

/** Opens each screen in a browser with an empty cache. */
export function requests(tour: Tour): void {
  describe.each(['en', 'hi'] as const)('makes few requests on a first visit in %s', (language) => {
    it.each(PICTURES)('$name', async ({ path, isPublic, title }) => {
      const { page, close } = await tour.firstVisit(isPublic ? undefined : 'super_admin', language);
      try {
        const made = await requestsOf(page, path);
        const heading = await page.locator(`html[lang=${language}] h1`).first().textContent();
        expect(language === 'en' ? [title] : hindiFor(title)).toContain(heading);
        expect(made.length, made.join('\n')).toBeLessThanOrEqual(MOST[language]);
      } finally {
        await close();
      }
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
