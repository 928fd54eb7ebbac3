/** Categories have no rank and no status: they never use status colours, and vice versa. */
export type CategoryColor = `category.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
/** Steps from none (0) to most (4). */
export type HeatColor = `heat.${0 | 1 | 2 | 3 | 4}`;
type ChartColor = CategoryColor | HeatColor | 'accent' | 'ink' | 'ink.2' | 'line' | 'line.strong' | 'surface';

const CATEGORIES: readonly CategoryColor[] = [
  'category.1',
  'category.2',
  'category.3',
  'category.4',
  'category.5',
  'category.6',
  'category.7',
  'category.8',
];

/** The n-th colour of the palette, from 0; repeats after the last. */
export function categoryColor(index: number): CategoryColor {
  return CATEGORIES[index % CATEGORIES.length] ?? 'category.8';
}

/** A token as CSS variable, for SVG attributes: plain SVG elements are faster than styled ones. */
export const paint = (color: ChartColor): string => `var(--pv-colors-${color.replace('.', '-')})`;
