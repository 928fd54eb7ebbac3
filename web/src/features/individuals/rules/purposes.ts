import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import type { FieldType } from '@pii-vault/contract/scalars';

/** A purpose to which the person consented in one company. */
export interface ConsentedPurpose {
  purpose: string;
  /** Field types whose valid consent covers it. */
  covers: readonly FieldType[];
  /** Field types for which it was withdrawn or has expired. */
  ended: readonly FieldType[];
}

type Consented = Pick<PiiField, 'fieldType' | 'consentDetails'>;

function hasEnded({ consentDetails }: Consented, purpose: string, nowMs: number): boolean {
  const { withdrawnAt, expiresAt } = consentDetails;
  // The answer holds only the withdrawal of the consent's main purpose; the server decides about the others.
  const isWithdrawn = withdrawnAt !== undefined && purpose === consentDetails.purpose;
  return isWithdrawn || (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs);
}

/**
 * Purposes for which a company may use these fields; those that cover most fields first, main purposes before
 * additional ones.
 */
export function purposesOf(
  fields: readonly Consented[],
  nowMs: number = Date.now(),
): readonly ConsentedPurpose[] {
  const found = new Map<string, { covers: FieldType[]; ended: FieldType[] }>();
  for (const field of fields) {
    for (const purpose of [field.consentDetails.purpose, ...(field.consentDetails.alsoFor ?? [])]) {
      const entry = found.get(purpose) ?? { covers: [], ended: [] };
      found.set(purpose, entry);
      entry[hasEnded(field, purpose, nowMs) ? 'ended' : 'covers'].push(field.fieldType);
    }
  }
  return [...found]
    .map(([purpose, { covers, ended }]) => ({ purpose, covers, ended }))
    .sort((a, b) => b.covers.length - a.covers.length);
}

interface HistoryEntry {
  readonly companyId: number;
  readonly details: { readonly purpose: string; readonly alsoFor?: readonly string[] | undefined };
}

/**
 * The same with every other purpose of the company's consent history: withdrawn ones stay in the list, from which they
 * can be given again.
 */
export function withEndedPurposes(
  purposes: readonly ConsentedPurpose[],
  companyId: number,
  history: readonly HistoryEntry[],
): readonly ConsentedPurpose[] {
  const known = new Set(purposes.map(({ purpose }) => purpose));
  const named = history
    .filter((entry) => entry.companyId === companyId)
    .flatMap(({ details }) => [details.purpose, ...(details.alsoFor ?? [])]);
  const ended = [...new Set(named)].filter((purpose) => !known.has(purpose));
  return [...purposes, ...ended.map((purpose) => ({ purpose, covers: [], ended: [] }))];
}

export interface CompanyFieldGroup {
  companyId: number;
  companyName: string;
  fields: readonly PiiField[];
}

/** The fields grouped by company, in their given order. */
export function byCompany(fields: readonly PiiField[]): readonly CompanyFieldGroup[] {
  const groups = new Map<number, { companyId: number; companyName: string; fields: PiiField[] }>();
  for (const field of fields) {
    const { companyId, companyName } = field;
    const group = groups.get(companyId) ?? { companyId, companyName, fields: [] };
    groups.set(companyId, group);
    group.fields.push(field);
  }
  return [...groups.values()];
}
