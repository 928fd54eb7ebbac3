import pixelmatch from 'pixelmatch';
import type { Picture } from './small-picture.ts';

/** Distance of two colours up to which they count as the same, 0 to 1: glyphs are drawn differently on each system. */
const THRESHOLD = 0.2;
/** Pixels: a square of this side is 128 CSS px wide on the screen, about a button with its surroundings. */
const WINDOW = 32;
/** Share of the pixels of one square that may differ: other digits and letters of the same text do. */
export const MOST_IN_WINDOW = 0.22;

/** The largest share of differing pixels in any square of the pictures; 1 when their sizes differ. */
export function pictureDifference(expected: Picture, actual: Picture): number {
  const { width, height } = expected;
  if (width !== actual.width || height !== actual.height) return 1;
  const options = { threshold: THRESHOLD, windowSize: WINDOW };
  return pixelmatch(expected.rgba, actual.rgba, null, width, height, options) / WINDOW ** 2;
}
