import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import {
  CredentialStopChanged,
  DuplicateDetected,
  EntityMerged,
  EntitySplit,
  LinkDecided,
  LinkDetected,
  LinkRemoved,
} from '@pii-vault/proto/lineage/events/v1/lineage_events';
import type { Edge } from './links/edge.ts';

/** One message per viewing company: ids and grades, never evidence. */
export function linkDetected(edge: Edge, companyId: number): OutboxMessage {
  const payload = LinkDetected.encode({
    edgeId: edge.id,
    companyId,
    individualId: ownSide(edge, companyId),
    relationshipType: edge.relationshipType,
    verificationStatus: edge.verificationStatus,
    agreementId: edge.agreementId ?? undefined,
  }).finish();
  return { topic: 'lineage.link_detected', key: keyOf(edge, companyId), companyId, payload };
}

export function linkRemoved(edge: Pick<Edge, 'id' | 'lo' | 'hi'>, companyId: number): OutboxMessage {
  const payload = LinkRemoved.encode({
    edgeId: edge.id,
    companyId,
    individualId: ownSide(edge, companyId),
  }).finish();
  return { topic: 'lineage.link_removed', key: keyOf(edge, companyId), companyId, payload };
}

export function linkDecided(edge: Edge, companyId: number): OutboxMessage {
  const payload = LinkDecided.encode({
    edgeId: edge.id,
    companyId,
    individualId: ownSide(edge, companyId),
    verificationStatus: edge.verificationStatus,
    agreementId: edge.agreementId ?? undefined,
  }).finish();
  return { topic: 'lineage.link_decided', key: keyOf(edge, companyId), companyId, payload };
}

export function duplicateDetected(edge: Edge): OutboxMessage {
  const { companyId, individualId } = edge.lo;
  const payload = DuplicateDetected.encode({
    edgeId: edge.id,
    companyId,
    individualId,
    otherIndividualId: edge.hi.individualId,
    verificationStatus: edge.verificationStatus,
  }).finish();
  return { topic: 'lineage.duplicate_detected', key: keyOf(edge, companyId), companyId, payload };
}

export function entityMerged(companyId: number, entityId: number, members: readonly number[]): OutboxMessage {
  return entityMessage('lineage.entity_merged', EntityMerged, companyId, entityId, members);
}

export function entitySplit(companyId: number, entityId: number, left: readonly number[]): OutboxMessage {
  return entityMessage('lineage.entity_split', EntitySplit, companyId, entityId, left);
}

interface StopChange {
  readonly companyId: number;
  readonly credential: string;
  readonly isStopped: boolean;
  readonly at: Date;
}

/** For the vault, which refuses writes of a stopped credential. */
export function credentialStopChanged({ companyId, credential, isStopped, at }: StopChange): OutboxMessage {
  const payload = CredentialStopChanged.encode({
    companyId,
    credential,
    isStopped,
    changedAt: at,
  }).finish();
  const key = `${companyId}:${credential}`;
  return { topic: 'lineage.credential_stop_changed', key, companyId, payload };
}

function entityMessage(
  topic: string,
  message: typeof EntityMerged | typeof EntitySplit,
  companyId: number,
  entityId: number,
  records: readonly number[],
): OutboxMessage {
  const payload = message.encode({ companyId, entityId, individualIds: records }).finish();
  return { topic, key: `${companyId}:entity:${entityId}`, companyId, payload };
}

function ownSide(edge: Pick<Edge, 'lo' | 'hi'>, companyId: number): number {
  return edge.lo.companyId === companyId ? edge.lo.individualId : edge.hi.individualId;
}

function keyOf(edge: Pick<Edge, 'lo' | 'hi'>, companyId: number): string {
  return `${companyId}:${ownSide(edge, companyId)}`;
}
