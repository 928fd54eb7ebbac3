import { ARE_AGREEING } from './decisions/sure-pairs.ts';
import type { Reader } from './reader.ts';

export interface EntryFilter {
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  /** Lower case. Digits match a part of an individual's id; other text a part of a relationship type. */
  readonly search?: string;
  readonly individualId?: number;
  /** Excludes rejected edges. */
  readonly isStanding?: boolean;
  /** Excludes edges inside companies. */
  readonly isCross?: boolean;
  /** Only edges without a decision of the listing company. */
  readonly isUndecided?: boolean;
  /** Only edges whose identifiers suffice to verify them together with others (links/decisions/sure-pairs.ts). */
  readonly isAgreeing?: boolean;
}

/** Adds a value and returns its placeholder. */
export type Parameter = (value: unknown) => string;

export function parameters(values: unknown[]): Parameter {
  return (value) => `$${values.push(value)}`;
}

/**
 * Condition for the rows of `data_lineage e`, or of its counts, that a reader sees: edges under agreements in force
 * between open companies. An edge between two listed companies counts once, from its lo side.
 */
export function visibleTo(reader: Reader, parameter: Parameter): string[] {
  const open = parameter(reader.open);
  return [
    `coalesce(e.agreement_id, 0) = ANY (${parameter([0, ...reader.agreements])}::bigint[])`,
    // + 0 keeps the planner from using an index for this condition; those of the lists name the company.
    `e.lo_company_id + 0 = ANY (${open}::bigint[]) AND e.hi_company_id + 0 = ANY (${open}::bigint[])`,
    `(e.company_id = e.lo_company_id OR NOT e.lo_company_id = ANY (${parameter(reader.listed)}::bigint[]))`,
    // The other company rejected it.
    'NOT e.is_hidden',
  ];
}

/** Conditions on the kind of an edge. */
export function ofKind(filter: EntryFilter, parameter: Parameter): string[] {
  const { relationshipType, verificationStatus, confidence, isStanding, isCross, isUndecided, isAgreeing } =
    filter;
  return [
    ...(relationshipType === undefined ? [] : [`e.relationship_type = ${parameter(relationshipType)}`]),
    ...(verificationStatus === undefined ? [] : [`e.verification_status = ${parameter(verificationStatus)}`]),
    ...(confidence === undefined ? [] : [`e.confidence_band = ${parameter(confidence)}`]),
    ...(isStanding === true ? [`e.verification_status <> 'rejected'`] : []),
    ...(isCross === true ? [`e.relationship_type <> 'duplicate_detection'`] : []),
    ...(isUndecided === true ? ['e.decision IS NULL'] : []),
    ...(isAgreeing === true ? [ARE_AGREEING] : []),
  ];
}

/** A side whose people the reader may see: the reader must not learn whether a person of another company exists. */
export function mayRead({ readable }: Reader, side: 'lo' | 'hi', parameter: Parameter): string {
  return `e.${side}_company_id + 0 = ANY (${parameter([...readable])}::bigint[])`;
}

export function idContains(digits: string, reader: Reader, parameter: Parameter): string {
  const pattern = parameter(`%${digits}%`);
  const on = (side: 'lo' | 'hi') =>
    `(${mayRead(reader, side, parameter)} AND e.${side}_individual_id::text LIKE ${pattern})`;
  return `(${on('lo')} OR ${on('hi')})`;
}
