import type { Tx } from '@pii-vault/platform/postgres/database';
import { IS_GRADED } from './grade.ts';
import type { GraphEdge } from './graph.ts';
import type { GraphShare } from './graph-shares.ts';
import { type EdgeKind, readKinds } from './kinds-store.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { parameters, visibleTo } from './visible.ts';

/** Counts of the edges that a reader sees, without rejected ones. */
export async function standingKinds(tx: Tx, reader: Reader): Promise<EdgeKind[]> {
  const all = await readKinds(tx, reader);
  return all.filter(({ verificationStatus }) => verificationStatus !== 'rejected');
}

/**
 * The strongest edges of each share without rejected ones; of equally strong ones the newest. The first edges of all
 * shares come first, then the second ones, and so on.
 */
export async function strongestEdges(
  tx: Tx,
  reader: Reader,
  shares: readonly GraphShare[],
): Promise<GraphEdge[]> {
  const lists: SharedEdges[] = [];
  for (let from = 0; from < shares.length; from += MOST_SUBQUERIES) {
    const some = shares.slice(from, from + MOST_SUBQUERIES);
    const { text, values } = strongestStatement(reader, some, Math.ceil(MOST_SORTED / shares.length));
    const [columns] = await tx.query<GraphColumns>(text, values);
    if (columns !== undefined) lists.push(...edgesByShare(columns, some));
  }
  return inTurn(lists);
}

function edgesByShare(columns: GraphColumns, shares: readonly GraphShare[]): SharedEdges[] {
  const lists = shares.map(({ isFirst }) => ({ isFirst, edges: [] as GraphEdge[] }));
  const places = numbersOf(columns.share);
  edgesFromColumns(columns).forEach((edge, at) => {
    lists[places[at] ?? -1]?.edges.push(edge);
  });
  return lists;
}

/** Subqueries of a statement: the time of planning grows faster than their number. */
const MOST_SUBQUERIES = 60;

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
/** One text per column: reading thousands of rows value by value takes longer than the query. */
const TEXTS = ['share', ...NAMES].map((name) => `string_agg(e.${name}::text, ',') AS ${name}`).join(', ');
/** The values of a column, in the same order as the other columns; null without rows. */
type GraphColumns = Readonly<Record<'share' | (typeof NAMES)[number], string | null>>;

/** Maximum number of links that are sorted, over all shares; above it, the strongest of a part. */
const MOST_SORTED = 100_000;

/**
 * A subquery for each share. Scopes have an index; agreements have none, so the planner uses that of the order.
 * @param sorted links of a share that are read to be sorted
 */
export function strongestStatement(
  reader: Reader,
  shares: readonly GraphShare[],
  sorted = Math.ceil(MOST_SORTED / shares.length),
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const visible = visibleTo(reader, parameter).join(' AND ');
  const subqueries = shares.map(({ companyId, loCompanyId, agreementId, limit, isInOrder }, at) => {
    const inAgreement = () =>
      agreementId === 0 ? 'e.agreement_id IS NULL' : `e.agreement_id = ${parameter(agreementId)}::bigint`;
    const inScope = () =>
      `e.scope = ${parameter(agreementId === 0 ? `intra:${companyId}` : `cross:${agreementId}`)}::text`;
    const links = `SELECT ${at} AS share, ${COLUMNS} FROM data_lineage e
      WHERE e.company_id = ${parameter(companyId)}::bigint AND e.lo_company_id = ${parameter(loCompanyId)}::bigint
        AND ${isInOrder ? inAgreement() : inScope()} AND e.verification_status <> 'rejected' AND ${visible}`;
    const from = isInOrder ? links : `SELECT * FROM (${links} LIMIT ${parameter(sorted)}::int) AS e`;
    return `(${from} ORDER BY e.confidence_tenths DESC, e.id DESC LIMIT ${parameter(limit)}::int)`;
  });
  return { text: `SELECT ${TEXTS} FROM (${subqueries.join(' UNION ALL ')}) AS e`, values };
}

const numbersOf = (values: string | null): number[] => JSON.parse(`[${values ?? ''}]`);

function edgesFromColumns(columns: GraphColumns): GraphEdge[] {
  const numbers = (name: (typeof NUMBERS)[number]) => numbersOf(columns[name]);
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

/** Edges of one share, the strongest first. */
interface SharedEdges extends Pick<GraphShare, 'isFirst'> {
  readonly edges: readonly GraphEdge[];
}

/**
 * The first edge of every share, then the second of every share, and so on, the strongest of each turn first. Before
 * all others come the edges without which a company may have none: a graph ends where it has no room.
 */
export function inTurn(shares: readonly SharedEdges[]): GraphEdge[] {
  const longest = Math.max(0, ...shares.map(({ edges }) => edges.length));
  const turn = (some: readonly SharedEdges[], rank: number) =>
    some.flatMap(({ edges }) => edges[rank] ?? []).sort(strongestFirst);
  const [first, others] = [shares.filter(({ isFirst }) => isFirst), shares.filter(({ isFirst }) => !isFirst)];
  return [
    ...turn(first, 0),
    ...turn(others, 0),
    ...Array.from({ length: Math.max(0, longest - 1) }, (_, at) => turn(shares, at + 1)).flat(),
  ];
}

const strongestFirst = (a: GraphEdge, b: GraphEdge) => b.confidenceScore - a.confidenceScore || b.id - a.id;
