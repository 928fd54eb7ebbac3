import pixelmatch from 'pixelmatch';
import type { Picture } from './small-picture.ts';

/** Maximum distance of two equal colours, 0 to 1; not 0, because systems render glyphs differently. */
const THRESHOLD = 0.2;
/** Side of a square in pixels: 128 CSS px on the screen, about a button with its surroundings. */
const WINDOW = 32;
/** Maximum share of differing pixels in a square; not 0, because digits and letters of a text vary. */
export const MOST_IN_WINDOW = 0.22;

/** The largest share of differing pixels in any square of the pictures; 1 when their sizes differ. */
export function pictureDifference(expected: Picture, actual: Picture): number {
  const { width, height } = expected;
  if (width !== actual.width || height !== actual.height) return 1;
  const options = { threshold: THRESHOLD, windowSize: WINDOW };
  return pixelmatch(expected.rgba, actual.rgba, null, width, height, options) / WINDOW ** 2;
}
