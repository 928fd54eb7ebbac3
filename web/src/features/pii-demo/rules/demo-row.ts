import type { FieldType } from '@pii-vault/contract/scalars';

/** A row of the demonstration: a live one as the server gives it, or a generated sample. */
export interface DemoRow {
  id: number;
  individualId: number;
  fieldType: FieldType;
  companyName: string;
  maskedValue: string;
  /** Of the consent. */
  purpose: string;
  /** Absent when it is not shown to this browser. */
  rawValue?: string;
}

export const demoRoles = ['analytics', 'pii_view', 'admin', 'super_admin'] as const;
export type DemoRole = (typeof demoRoles)[number];

/** The role of the address, else the user's own. */
export function demoRole(text: string, own: string): DemoRole {
  const find = (role: string) => demoRoles.find((one) => one === role);
  return find(text) ?? find(own) ?? 'pii_view';
}

/** analytics sees masked values, the other roles raw ones. */
export const seesRaw = (role: DemoRole): boolean => role !== 'analytics';

/** What the role sees of a row. */
export function seenBy(row: DemoRow, role: DemoRole): { value: string; isVisible: boolean } {
  return seesRaw(role) && row.rawValue !== undefined
    ? { value: row.rawValue, isVisible: true }
    : { value: row.maskedValue, isVisible: false };
}

/** Purposes of the rows' consents, each once, in the order in which they come. */
export const purposesOf = (rows: ReadonlyArray<Pick<DemoRow, 'purpose'>>): readonly string[] => [
  ...new Set(rows.map(({ purpose }) => purpose)),
];
