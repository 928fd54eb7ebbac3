import { describe, expect, it } from 'vitest';
import { MOST_IN_WINDOW, pictureDifference } from './picture-difference.ts';
import type { Picture } from './small-picture.ts';

const SIZE = { width: 360, height: 225 };
const WHITE = [255, 255, 255];
const ACCENT = [58, 79, 209];

/** White, with coloured pixels where `isInk` says so. */
function draw(isInk: (x: number, y: number) => boolean, ink: readonly number[] = ACCENT): Picture {
  const rgba = new Uint8Array(SIZE.width * SIZE.height * 4).fill(255);
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) rgba.set(isInk(x, y) ? ink : WHITE, 4 * (y * SIZE.width + x));
  return { ...SIZE, rgba };
}
const blank = draw(() => false);

describe('the difference of two pictures', () => {
  it('is 0 for the same picture', () => expect(pictureDifference(blank, blank)).toBe(0));

  it('is within the tolerance for a line of text with other letters', () => {
    const text = draw((x, y) => y >= 40 && y < 43 && x % 3 === 0, [120, 120, 120]);
    const other = draw((x, y) => y >= 40 && y < 43 && x % 3 === 1, [120, 120, 120]);
    expect(pictureDifference(text, other)).toBeLessThan(MOST_IN_WINDOW);
  });

  it('is above the tolerance if a primary button of 96 × 48 CSS px is missing', () => {
    const button = draw((x, y) => x >= 300 && x < 324 && y >= 20 && y < 32);
    expect(pictureDifference(button, blank)).toBeGreaterThan(MOST_IN_WINDOW);
  });

  it('is 1 for another size', () => {
    expect(pictureDifference(blank, { ...blank, width: 98 })).toBe(1);
  });
});
