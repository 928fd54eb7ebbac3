import type { OutboxMessage } from '@pii-vault/platform/events/outbox-message';
import { LinkDetected, LinkRemoved } from '@pii-vault/proto/lineage/events/v1/lineage_events';
import type { Edge } from './links/edge.ts';

/** One message per viewing company: ids and grades, never evidence. */
export function linkDetected(edge: Edge, companyId: number): OutboxMessage {
  const payload = LinkDetected.encode({
    edgeId: BigInt(edge.id),
    companyId: BigInt(companyId),
    individualId: BigInt(ownSide(edge, companyId)),
    relationshipType: edge.relationshipType,
    verificationStatus: edge.verificationStatus,
    agreementId: edge.agreementId === null ? undefined : BigInt(edge.agreementId),
  }).finish();
  return { topic: 'lineage.link_detected', key: keyOf(edge, companyId), companyId, payload };
}

export function linkRemoved(edge: Edge, companyId: number): OutboxMessage {
  const payload = LinkRemoved.encode({
    edgeId: BigInt(edge.id),
    companyId: BigInt(companyId),
    individualId: BigInt(ownSide(edge, companyId)),
  }).finish();
  return { topic: 'lineage.link_removed', key: keyOf(edge, companyId), companyId, payload };
}

function ownSide(edge: Edge, companyId: number): number {
  return edge.lo.companyId === companyId ? edge.lo.individualId : edge.hi.individualId;
}

function keyOf(edge: Edge, companyId: number): string {
  return `${companyId}:${ownSide(edge, companyId)}`;
}
