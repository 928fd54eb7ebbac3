/** Ranges of the screen in days, as they stand in the address. */
export const ranges = ['7', '30', '90'] as const;
export type Range = (typeof ranges)[number];
const days: Readonly<Record<Range, 7 | 30 | 90>> = { 7: 7, 30: 30, 90: 90 };
export const rangeOf = (text: string): Range => ranges.find((range) => range === text) ?? '30';
export const daysOf = (range: Range) => days[range];

export const analyticsTabs = ['overview', 'data', 'access', 'security'] as const;
export type AnalyticsTab = (typeof analyticsTabs)[number];
export const tabOf = (text: string): AnalyticsTab => analyticsTabs.find((tab) => tab === text) ?? 'overview';
