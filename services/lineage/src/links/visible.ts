import type { Reader } from './reader.ts';

export interface EntryFilter {
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  /** Lower case. Digits are part of an individual's id; other text is part of a relationship type. */
  readonly search?: string;
  readonly individualId?: number;
  /** Leaves rejected edges out. */
  readonly isStanding?: boolean;
  /** Leaves out edges inside companies. */
  readonly isCross?: boolean;
}

/** Adds a value and names its place. */
export type Parameter = (value: unknown) => string;

export function parameters(values: unknown[]): Parameter {
  return (value) => `$${values.push(value)}`;
}

/**
 * What of `data_lineage e`, or of its counts, a reader sees: edges under agreements in force between open companies,
 * and an edge between two companies that are both listed once, from its smaller side.
 */
export function visibleTo(reader: Reader, parameter: Parameter): string[] {
  const open = parameter(reader.open);
  return [
    `coalesce(e.agreement_id, 0) = ANY (${parameter([0, ...reader.agreements])}::bigint[])`,
    // + 0: a condition on rows, which draws the planner into no index; those of the lists say the company themselves.
    `e.lo_company_id + 0 = ANY (${open}::bigint[]) AND e.hi_company_id + 0 = ANY (${open}::bigint[])`,
    `(e.company_id = e.lo_company_id OR NOT e.lo_company_id = ANY (${parameter(reader.listed)}::bigint[]))`,
    // The other company rejected it.
    'NOT e.is_hidden',
  ];
}

/** Conditions on the kind of an edge. */
export function ofKind(filter: EntryFilter, parameter: Parameter): string[] {
  const { relationshipType, verificationStatus, confidence, isStanding, isCross } = filter;
  return [
    ...(relationshipType === undefined ? [] : [`e.relationship_type = ${parameter(relationshipType)}`]),
    ...(verificationStatus === undefined ? [] : [`e.verification_status = ${parameter(verificationStatus)}`]),
    ...(confidence === undefined ? [] : [`e.confidence_band = ${parameter(confidence)}`]),
    ...(isStanding === true ? [`e.verification_status <> 'rejected'`] : []),
    ...(isCross === true ? [`e.relationship_type <> 'duplicate_detection'`] : []),
  ];
}

/** A side whose people the reader may see: whether another company's person exists is not the reader's to know. */
export function mayRead({ readable }: Reader, side: 'lo' | 'hi', parameter: Parameter): string {
  return `e.${side}_company_id + 0 = ANY (${parameter([...readable])}::bigint[])`;
}

export function idContains(digits: string, reader: Reader, parameter: Parameter): string {
  const pattern = parameter(`%${digits}%`);
  const on = (side: 'lo' | 'hi') =>
    `(${mayRead(reader, side, parameter)} AND e.${side}_individual_id::text LIKE ${pattern})`;
  return `(${on('lo')} OR ${on('hi')})`;
}
