import type { Tx } from '@pii-vault/platform/postgres/database';
import { medianConfidence } from './confidence-ranks.ts';
import { averageConfidence, countOf, isCross, isScored, readKinds } from './kinds-store.ts';
import { linkedPeople } from './linked-people.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { parameters, visibleTo } from './visible.ts';

export interface Summary {
  readonly total: number;
  /** Edges with a score: average and median are theirs. */
  readonly scored: number;
  readonly average: number;
  readonly median: number;
  readonly uniqueIndividuals: number;
  readonly verified: number;
  readonly within: number;
  readonly cross: number;
  readonly pending: number;
  readonly pendingOverADay: number;
  readonly crossLinkedIndividuals: number;
}

/** Figures over all edges that the reader sees, from the roll-ups; people are counted in the listed companies. */
export async function summarise(tx: Tx, reader: Reader): Promise<Summary> {
  const kinds = await readKinds(tx, reader);
  const people = await linkedPeople(tx, reader);
  const pending = countOf(kinds.filter((kind) => kind.verificationStatus === 'pending'));
  return {
    total: countOf(kinds),
    scored: countOf(kinds.filter(isScored)),
    average: averageConfidence(kinds),
    median: await medianConfidence(tx, reader, kinds.filter(isScored)),
    uniqueIndividuals: people.all,
    verified: countOf(kinds.filter((kind) => kind.verificationStatus === 'verified')),
    within: countOf(kinds.filter((kind) => !isCross(kind))),
    cross: countOf(kinds.filter(isCross)),
    pending,
    pendingOverADay: pending === 0 ? 0 : Math.max(0, pending - (await youngPending(tx, reader))),
    crossLinkedIndividuals: people.crossLinked,
  };
}

/** Undecided edges of the last day. */
export function youngPendingStatement(reader: Reader): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = parameter(reader.listed);
  return {
    text: `SELECT count(*) AS n FROM unnest(${listed}::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
      SELECT FROM data_lineage e WHERE e.company_id = c.company_id AND e.verification_status = 'pending'
        AND e.created_at >= now() - interval '1 day' AND ${visibleTo(reader, parameter).join(' AND ')} OFFSET 0) AS e`,
    values,
  };
}

async function youngPending(tx: Tx, reader: Reader): Promise<number> {
  const { text, values } = youngPendingStatement(reader);
  const [row] = await tx.query<{ n: number }>(text, values);
  return row?.n ?? 0;
}
