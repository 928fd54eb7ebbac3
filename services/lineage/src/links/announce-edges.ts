import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { duplicateDetected, linkDetected, linkRemoved } from '../events.ts';
import { type Edge, viewersOf } from './edge.ts';
import type { ChangedEdge } from './edge-store.ts';

/** Builds the events for the viewers of each edge, and one audit entry per company and scope with counts and ids. */
export function edgeMessages(
  ctx: Ctx,
  removed: readonly Edge[],
  changed: readonly ChangedEdge[],
): OutboxMessage[] {
  const seen = changed.flatMap(({ edge }) => viewersOf(edge).map((companyId) => ({ edge, companyId })));
  const groups = Map.groupBy(seen, ({ edge, companyId }) => `${companyId}/${edge.scope}`);
  return [
    ...removed.flatMap((edge) => viewersOf(edge).map((company) => linkRemoved(edge, company))),
    ...seen.map(({ edge, companyId }) => linkDetected(edge, companyId)),
    ...changed.flatMap(({ edge, oldStatus }) =>
      edge.agreementId === null && oldStatus === null ? [duplicateDetected(edge)] : [],
    ),
    ...[...groups.values()].flatMap((group) => auditOf(ctx, group)),
  ];
}

/** One entry per viewing company and scope. */
function auditOf(
  ctx: Ctx,
  group: ReadonlyArray<{ readonly edge: Edge; readonly companyId: number }>,
): OutboxMessage[] {
  const [first] = group;
  if (first === undefined) return [];
  const { companyId, edge } = first;
  const edges = group.map((one) => one.edge);
  const objectIds = { linkAgreementId: String(edge.agreementId) };
  const entry = auditMessage('lineage', ctx, {
    action: edge.agreementId === null ? 'link_detected' : 'cross_company_link',
    companyId,
    individualIds: [...new Set(edges.flatMap((one) => ownIds(one, companyId)))].sort((a, b) => a - b),
    fieldNames: [...new Set(edges.flatMap((one) => one.matchingFields))].sort(),
    counts: { edges: edges.length },
    ...(edge.agreementId === null ? {} : { objectIds }),
  });
  return [entry];
}

function ownIds({ lo, hi }: Edge, companyId: number): number[] {
  return [lo, hi].filter((side) => side.companyId === companyId).map((side) => side.individualId);
}
