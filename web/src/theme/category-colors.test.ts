import { describe, expect, it } from 'vitest';
import { categoryColors, heatColors } from './category-colors.ts';

type Rgb = readonly [number, number, number];

/** Linear red, green and blue of '#rrggbb', 0 to 1. */
function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const times = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb => {
  const row = (at: number) => {
    const [x = 0, y = 0, z = 0] = matrix[at] ?? [];
    return x * r + y * g + z * b;
  };
  return [row(0), row(1), row(2)];
};

/** Simulation by Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const VISIONS: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Björn Ottosson's Oklab, in which a distance of 0.02 is just noticeable. */
function oklab(color: Rgb): Rgb {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(lms[0]), Math.cbrt(lms[1]), Math.cbrt(lms[2])],
  );
}

const distance = (one: Rgb, other: Rgb) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(linear(one)), luminance(linear(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const modes = [
  ['light', 0, '#FFFFFF'],
  ['dark', 1, '#131925'],
] as const;
/** The maximum number of categories in a chart of the console. */
const TOGETHER = 5;

describe.each(modes)('category colours, %s', (_mode, at, surface) => {
  const colors = Object.values(categoryColors).map((pair) => pair[at]);

  it.each(colors)('%s has a contrast of at least 3 to the surface', (color) => {
    expect(contrast(color, surface)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(VISIONS))('the first five differ with %s', (vision) => {
    const seen = colors.slice(0, TOGETHER).map((color) => oklab(times(VISIONS[vision] ?? [], linear(color))));
    for (const [index, one] of seen.entries())
      for (const [other, two] of seen.slice(index + 1).entries())
        expect(distance(one, two), `${colors[index]} and ${colors[index + 1 + other]}`).toBeGreaterThan(0.06);
  });
});

it.each(modes)('heat colours are monotonic in lightness, %s', (_mode, at) => {
  const lightness = Object.values(heatColors).map((pair) => oklab(linear(pair[at]))[0]);
  const sorted = lightness.toSorted((a, b) => (at === 0 ? b - a : a - b));
  expect(lightness).toEqual(sorted);
});
