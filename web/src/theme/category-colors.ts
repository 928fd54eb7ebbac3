/**
 * Colours of categories as pairs of light and dark, after Okabe and Ito (2008), "Color Universal Design", adjusted to a
 * contrast of 3 to 1 with the surface (WCAG 2.2, 1.4.11). category-colors.test.ts checks the contrast, and that they
 * can be distinguished with protanopia, deuteranopia and tritanopia.
 */
export const categoryColors = {
  1: ['#0072B2', '#56B4E9'],
  2: ['#C77700', '#E69F00'],
  3: ['#7B2D66', '#CC79A7'],
  4: ['#009E73', '#009E73'],
  5: ['#A33A00', '#D55E00'],
  6: ['#4B5563', '#F0E442'],
  7: ['#3C93C7', '#B8DCF4'],
  8: ['#8A7B00', '#8E9AAF'],
} as const;

/** One hue from the lowest to the highest value, for heat maps: only lightness encodes the value. */
export const heatColors = {
  0: ['#F1F3F6', '#1A2332'],
  1: ['#C9D3F6', '#2E3F78'],
  2: ['#93A6EA', '#4A60AE'],
  3: ['#5A73D8', '#7388DE'],
  4: ['#2D3EB0', '#B3BEFF'],
} as const;
