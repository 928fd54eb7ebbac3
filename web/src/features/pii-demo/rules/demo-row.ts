import type { FieldType } from '@pii-vault/contract/scalars';

/** A row of the demo: a live one of the server, or a generated sample. */
export interface DemoRow {
  id: number;
  individualId: number;
  fieldType: FieldType;
  companyName: string;
  maskedValue: string;
  /** Purpose of the consent. */
  purpose: string;
  /** Absent unless it was revealed. */
  rawValue?: string;
}

export const demoRoles = ['analytics', 'pii_view', 'admin', 'super_admin'] as const;
export type DemoRole = (typeof demoRoles)[number];

/** The role of the URL, else that of the user. */
export function demoRole(text: string, own: string): DemoRole {
  const find = (role: string) => demoRoles.find((one) => one === role);
  return find(text) ?? find(own) ?? 'pii_view';
}

/** analytics gets masked values, the other roles raw ones. */
export const seesRaw = (role: DemoRole): boolean => role !== 'analytics';

/** The value that the role sees. */
export function seenBy(row: DemoRow, role: DemoRole): { value: string; isVisible: boolean } {
  return seesRaw(role) && row.rawValue !== undefined
    ? { value: row.rawValue, isVisible: true }
    : { value: row.maskedValue, isVisible: false };
}
