import type { Reader } from './reader.ts';

export interface EntryFilter {
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  /** Lower case; part of an individual's id or of a relationship type. */
  readonly search?: string;
  readonly individualId?: number;
  /** Leaves rejected edges out. */
  readonly isStanding?: boolean;
}

/** Adds a value and names its place. */
export type Parameter = (value: unknown) => string;

export function parameters(values: unknown[]): Parameter {
  return (value) => `$${values.push(value)}`;
}

/**
 * What of `data_lineage e` a reader sees: edges under agreements in force between open companies, and an edge between two companies
 * that are both listed once, from its smaller side.
 */
export function conditionsFor(reader: Reader, filter: EntryFilter, parameter: Parameter): string[] {
  const conditions = [
    `(e.agreement_id IS NULL OR e.agreement_id = ANY (${parameter(reader.agreements)}::bigint[]))`,
    `e.lo_company_id = ANY (${parameter(reader.open)}::bigint[]) AND e.hi_company_id = ANY (${parameter(reader.open)}::bigint[])`,
    onceOnly(reader, parameter),
    // The other company rejected it.
    'NOT e.is_hidden',
  ];
  const { relationshipType, verificationStatus, confidence, search, individualId, isStanding } = filter;
  if (relationshipType !== undefined) conditions.push(`e.relationship_type = ${parameter(relationshipType)}`);
  if (verificationStatus !== undefined)
    conditions.push(`e.verification_status = ${parameter(verificationStatus)}`);
  if (isStanding === true) conditions.push(`e.verification_status <> 'rejected'`);
  if (confidence !== undefined) conditions.push(`e.confidence_band = ${parameter(confidence)}`);
  if (search !== undefined) conditions.push(contains(parameter(`%${likeLiteral(search)}%`)));
  if (individualId !== undefined) {
    const id = `${parameter(individualId)}::bigint`;
    conditions.push(`(e.lo_individual_id = ${id} OR e.hi_individual_id = ${id})`);
  }
  return conditions.filter((condition) => condition !== '');
}

function onceOnly({ listed }: Reader, parameter: Parameter): string {
  if (listed.length === 1) return '';
  return `(e.is_lo_row OR NOT e.lo_company_id = ANY (${parameter(listed)}::bigint[]))`;
}

/** Ids of the other company's people are not searched: whether one exists is not the reader's to know. */
function contains(pattern: string): string {
  return `(e.relationship_type LIKE ${pattern}
    OR (e.lo_company_id = e.company_id AND e.lo_individual_id::text LIKE ${pattern})
    OR (e.hi_company_id = e.company_id AND e.hi_individual_id::text LIKE ${pattern}))`;
}

function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
