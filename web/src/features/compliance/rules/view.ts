import { statusOrder } from './check-states.ts';

export const complianceTabs = ['overview', 'regulations', 'reports'] as const;
export type ComplianceTab = (typeof complianceTabs)[number];
export const tabOf = (text: string): ComplianceTab =>
  complianceTabs.find((tab) => tab === text) ?? 'overview';

/** Days of the history, as they stand in the address. */
export const trendDays = ['7', '30', '90'] as const;
export type TrendDays = (typeof trendDays)[number];
export const daysOf = (text: string): TrendDays => trendDays.find((days) => days === text) ?? '30';

export const statusFilterOf = (text: string) => statusOrder.find((status) => status === text);
