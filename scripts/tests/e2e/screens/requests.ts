import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allLoaded } from '../walk/all-loaded.ts';
import { PICTURES, type PictureOf } from './picture-list.ts';
import type { Tour } from './tour.ts';

/** Requests of a first visit, files and calls of the API: deploy/decisions/0071-weight-of-the-console.md. */
const MOST = 20;
/** The sidebar repeats it every 30 s, which a busy machine may need for one screen. */
const POLLED = '/api/environment/status';

async function requestsOf(page: Page, { path, title }: PictureOf): Promise<string[]> {
  const made: string[] = [];
  page.on('request', (request) => made.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.locator('h1').getByText(title, { exact: true }).waitFor();
  await allLoaded(page);
  return made.filter((one, at) => one !== POLLED || made.indexOf(POLLED) === at);
}

/** Opens each screen in a browser with an empty cache, in English. */
export function requests(tour: Tour): void {
  describe(`makes at most ${MOST} requests on a first visit`, () => {
    it.each(PICTURES)('$name', async (screen) => {
      const { page, close } = await tour.firstVisit(screen.isPublic ? undefined : 'super_admin');
      const made = await requestsOf(page, screen).finally(close);
      expect(made.length, made.join('\n')).toBeLessThanOrEqual(MOST);
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
