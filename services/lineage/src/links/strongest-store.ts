import type { Tx } from '@pii-vault/platform/postgres/database';
import { confidencesAt } from './confidence-ranks.ts';
import type { Edge } from './edge.ts';
import { IS_GRADED } from './grade.ts';
import { countOf, type EdgeKind, readKinds } from './kinds-store.ts';
import { type ListPart, partsOf } from './list-parts.ts';
import { endsOf, rowsOfParts } from './part-rows.ts';
import { readWindows, type Window } from './read-windows.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { type Parameter, parameters, visibleTo } from './visible.ts';

/** What a graph shows of an edge. */
export interface GraphEdge extends Pick<Edge, 'id' | 'lo' | 'hi' | 'confidenceScore'> {
  readonly relationshipType: string;
  readonly verificationStatus: string;
  /** It has a grade and no score (grade.ts). */
  readonly isGraded: boolean;
}

/** Counts of the edges that a reader sees, without rejected ones. */
export async function standingKinds(tx: Tx, reader: Reader): Promise<EdgeKind[]> {
  const all = await readKinds(tx, reader);
  return all.filter(({ verificationStatus }) => verificationStatus !== 'rejected');
}

/**
 * The strongest edges that are not rejected, of equally strong ones the newest. The counts give the strength of the
 * last one: edges above it are fewer than the limit, and edges of that strength fill the rest.
 * @param kinds standing ones
 */
export async function strongestEdges(
  tx: Tx,
  reader: Reader,
  kinds: readonly EdgeKind[],
  limit: number,
): Promise<GraphEdge[]> {
  const total = countOf(kinds);
  if (total === 0) return [];
  const parts = partsOf(kinds, {}, limit);
  const [last] = await confidencesAt(tx, reader, kinds, [Math.max(0, total - limit)]);
  const tenths = last?.tenths ?? 0;
  const above = await run(tx, aboveStatement(reader, parts, tenths, limit));
  const isLike = (parameter: Parameter) => [
    `e.confidence_tenths = ${parameter(tenths)}::smallint`,
    `e.verification_status <> 'rejected'`,
  ];
  const ends = await endsOf(tx, reader, parts, isLike);
  const rows = last?.edges ?? 0;
  const like =
    ends === undefined
      ? []
      : await readWindows({ ...ends, rows }, limit - above.length, async (window) => {
          const edges = await run(tx, likeStatement(reader, parts, tenths, window));
          return edges.sort(strongestFirst).slice(0, window.count);
        });
  return [...above.sort(strongestFirst), ...like].slice(0, limit);
}

const strongestFirst = (a: GraphEdge, b: GraphEdge) => b.confidenceScore - a.confidenceScore || b.id - a.id;

/** @param tenths of a percent of confidence, which those that are read have more of */
export function aboveStatement(
  reader: Reader,
  parts: readonly ListPart[],
  tenths: number,
  limit: number,
): Statement {
  return select(reader, parts, limit, (parameter) => [
    `e.confidence_tenths > ${parameter(tenths)}::smallint`,
  ]);
}

/** @param tenths of a percent of confidence, which those that are read have exactly */
export function likeStatement(
  reader: Reader,
  parts: readonly ListPart[],
  tenths: number,
  { from, before, count }: Window,
): Statement {
  return select(reader, parts, count, (parameter) => [
    `e.confidence_tenths = ${parameter(tenths)}::smallint`,
    `e.id >= ${parameter(from)}::bigint AND e.id < ${parameter(before)}::bigint`,
  ]);
}

const NUMBERS = [
  'id',
  'lo_company_id',
  'lo_individual_id',
  'hi_company_id',
  'hi_individual_id',
  'confidence_tenths',
] as const;
const WORDS = ['relationship_type', 'verification_status', 'is_graded'] as const;
const NAMES = [...NUMBERS, ...WORDS];
const COLUMNS = NAMES.map((name) => (name === 'is_graded' ? `${IS_GRADED} AS is_graded` : `e.${name}`)).join(
  ', ',
);
/** A column is one text: to read thousands of rows value by value takes longer than to find them. */
const TEXTS = NAMES.map((name) => `string_agg(e.${name}::text, ',') AS ${name}`).join(', ');
/** The values of a column, in the order of the others'; null when there are none. */
type GraphColumns = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** Each part is one stretch of an index, in its order. */
function select(
  reader: Reader,
  parts: readonly ListPart[],
  limit: number,
  within: (parameter: Parameter) => string[],
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const { from, conditions } = rowsOfParts(parts, parameter);
  conditions.push(
    ...visibleTo(reader, parameter),
    ...within(parameter),
    `e.verification_status <> 'rejected'`,
  );
  return {
    text: `SELECT ${TEXTS} FROM ${from} CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.confidence_tenths DESC, e.id DESC LIMIT ${parameter(limit)}::int) AS e`,
    values,
  };
}

async function run(tx: Tx, { text, values }: Statement): Promise<GraphEdge[]> {
  const [columns] = await tx.query<GraphColumns>(text, values);
  return columns === undefined ? [] : edgesFromColumns(columns);
}

function edgesFromColumns(columns: GraphColumns): GraphEdge[] {
  const numbers = (name: (typeof NUMBERS)[number]): number[] => JSON.parse(`[${columns[name] ?? ''}]`);
  const words = (name: (typeof WORDS)[number]) => columns[name]?.split(',') ?? [];
  const [types, statuses, graded] = [
    words('relationship_type'),
    words('verification_status'),
    words('is_graded'),
  ];
  const [loCompanies, hiCompanies] = [numbers('lo_company_id'), numbers('hi_company_id')];
  const [loPeople, hiPeople] = [numbers('lo_individual_id'), numbers('hi_individual_id')];
  const tenths = numbers('confidence_tenths');
  return numbers('id').map((id, at) => ({
    id,
    lo: { companyId: loCompanies[at] ?? 0, individualId: loPeople[at] ?? 0 },
    hi: { companyId: hiCompanies[at] ?? 0, individualId: hiPeople[at] ?? 0 },
    relationshipType: types[at] ?? '',
    verificationStatus: statuses[at] ?? '',
    confidenceScore: (tenths[at] ?? 0) / 10,
    isGraded: graded[at] === 'true',
  }));
}
