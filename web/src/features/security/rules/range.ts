/** Ranges of the screen in hours, as in the URL. */
export const ranges = ['24', '168', '720'] as const;
export type Range = (typeof ranges)[number];

const hours: Readonly<Record<Range, 24 | 168 | 720>> = { 24: 24, 168: 168, 720: 720 };

/** `hours=` of the URL; by default one day. */
export function rangeOf(text: string): Range {
  return ranges.find((range) => range === text) ?? '24';
}
/** Twice the hours, for a comparison. */
export const withBefore = { 24: 48, 168: 336, 720: 1440 } as const satisfies Readonly<Record<Range, number>>;
export const hoursOf = (range: Range) => hours[range];

export const securityTabs = ['attempts', 'devices', 'threats'] as const;
export type SecurityTab = (typeof securityTabs)[number];
export const tabOf = (text: string): SecurityTab => securityTabs.find((tab) => tab === text) ?? 'attempts';
