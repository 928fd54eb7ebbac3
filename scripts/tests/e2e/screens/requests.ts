import { describe, expect, it } from 'vitest';
import { allLoaded } from '../walk/all-loaded.ts';
import { PICTURES } from './picture-list.ts';
import type { Tour } from './tour.ts';

/** Requests of a first visit, files and calls of the API: deploy/decisions/0071-weight-of-the-console.md. */
const MOST = 20;

/** Opens each screen in a browser with an empty cache. */
export function requests(tour: Tour): void {
  describe(`makes at most ${MOST} requests on a first visit`, () => {
    it.each(PICTURES)('$name', async ({ path, isPublic }) => {
      const { page, close } = await tour.firstVisit(isPublic ? undefined : 'super_admin');
      const made: string[] = [];
      page.on('request', (request) => made.push(request.url()));
      await page.goto(path);
      await allLoaded(page);
      expect(made.length, made.join('\n')).toBeLessThanOrEqual(MOST);
      expect(made.length).toBeGreaterThan(0);
      await close();
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
