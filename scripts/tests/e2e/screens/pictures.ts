import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settled } from '../walk/axe.ts';
import { DESK } from '../walk/browser.ts';
import { MOST_IN_WINDOW, pictureDifference } from './picture-difference.ts';
import { PICTURES, type PictureOf } from './picture-list.ts';
import { type PictureCodec, pictureCodec } from './small-picture.ts';
import type { Tour } from './tour.ts';

const FOLDER = join(import.meta.dirname, 'pictures');
const SIZES = [DESK, { width: 390, height: 844 }] as const;
const THEMES = ['light', 'dark'] as const;
/** Set by scripts/tests/e2e/renew-pictures: the pictures of this run become the references. */
const IS_RENEWAL = process.env.E2E_PICTURES === 'renew';

/** Content that differs from run to run: times, and graphs with a force layout. */
const MOVING = 'time, [data-graph]';

async function show(page: Page, { path, title }: PictureOf, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path.includes('?') || path === '/login' ? path : `${path}?company=1`);
  await page.locator('h1').getByText(title, { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  // Only content that loads when it scrolls into view may still be missing, below the window.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-skeleton]')].every(
      (skeleton) =>
        skeleton.closest('[data-unseen]') !== null && skeleton.getBoundingClientRect().top >= innerHeight,
    ),
  );
  await page.evaluate(() => document.fonts.ready);
}

async function take(
  page: Page,
  { moving = MOVING }: PictureOf,
  theme: (typeof THEMES)[number],
): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html.${theme}`).waitFor();
  await settled(page);
  return await page.screenshot({
    mask: [page.locator(MOVING), page.locator(moving)],
    maskColor: '#808080',
    animations: 'disabled',
  });
}

/** Also keeps the full-size screenshot in the folder E2E_PICTURES_WHOLE, for inspection. */
async function renew(file: string, small: Buffer, screenshot: Buffer): Promise<void> {
  await writeFile(join(FOLDER, file), small);
  const whole = process.env.E2E_PICTURES_WHOLE;
  if (whole) await writeFile(join(whole, file.replace('webp', 'png')), screenshot);
}

/** @returns undefined within the tolerance, else the difference and a file with the actual picture */
async function compare(file: string, picture: Buffer, codec: PictureCodec) {
  const reference = await readFile(join(FOLDER, file)).catch(() => undefined);
  if (reference === undefined) return { file, difference: 1, seen: 'The reference picture is missing' };
  const [expected, actual] = [await codec.decode(reference), await codec.decode(picture)];
  const difference = pictureDifference(expected, actual);
  if (difference <= MOST_IN_WINDOW) return undefined;
  const seen = join(tmpdir(), `pii-vault-${file}`);
  await writeFile(seen, picture);
  return { file, difference, seen };
}

/** Compares each screen with its reference pictures, in both themes, at both widths, scaled to a quarter. */
export function pictures(tour: Tour): void {
  let codec: PictureCodec | undefined;
  describe('matches its reference pictures', () => {
    it.each(PICTURES)('$name', async (picture) => {
      const { page } = picture.isPublic ? await tour.anybody() : await tour.as('super_admin');
      codec ??= pictureCodec(await page.context().newPage());
      const changed = [];
      for (const size of SIZES) {
        await show(page, picture, size);
        for (const theme of THEMES) {
          const file = `${picture.name}.${size.width}.${theme}.webp`;
          const screenshot = await take(page, picture, theme);
          const small = await codec.shrink(screenshot);
          if (IS_RENEWAL) await renew(file, small, screenshot);
          else changed.push(await compare(file, small, codec));
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(DESK);
      expect(changed.filter((one) => one !== undefined)).toEqual([]);
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
