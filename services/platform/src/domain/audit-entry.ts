import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import type { Caller, ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import type { OutboxMessage } from '../postgres/outbox-message.ts';
import type { AuditAction } from './audit-actions.ts';
import { typesOfMask } from './field-types/field-type.ts';
import { constantMask } from './field-types/mask.ts';

/** A use case's description of its effect. Actor, address and time come from the context. Names, never values. */
export interface AuditFacts {
  readonly action: AuditAction;
  readonly companyId?: number;
  readonly individualId?: number;
  readonly piiFieldId?: number;
  readonly individualIds?: readonly number[];
  readonly fieldNames?: readonly string[];
  readonly purpose?: string;
  /** 'allowed' when absent. */
  readonly decision?: 'allowed' | 'refused';
  readonly reason?: string;
  readonly objectIds?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  /** 32 bytes each: of the ciphertexts and of the consent row that a write stored. */
  readonly ciphertextSha256?: Uint8Array;
  readonly consentSha256?: Uint8Array;
  /** 'none' when absent: nothing was decrypted under this entry. */
  readonly ticket?: 'reveal' | 'view' | 'work' | 'none';
  /** Now when absent. */
  readonly occurredAt?: Date;
}

/** The bytes of an audit entry as the trail will keep them. */
export function encodeAuditEntry(ctx: Ctx, facts: AuditFacts): Uint8Array {
  return AuditEntry.encode({
    action: facts.action,
    occurredAt: facts.occurredAt ?? new Date(),
    ...actorOf(ctx.caller),
    companyId: facts.companyId,
    individualId: facts.individualId,
    piiFieldId: facts.piiFieldId,
    fieldNames: facts.fieldNames ?? [],
    purpose: facts.purpose ?? '',
    decision: facts.decision ?? 'allowed',
    reason: facts.reason ?? '',
    ipAddress: ctx.ipAddress,
    userAgent: ctx.userAgent.slice(0, 512),
    requestId: ctx.requestId,
    objectIds: { ...facts.objectIds, ...issuerOf(ctx.caller) },
    counts: { ...facts.counts },
    individualIds: facts.individualIds ?? [],
    ciphertextSha256: Buffer.from(facts.ciphertextSha256 ?? []),
    consentSha256: Buffer.from(facts.consentSha256 ?? []),
    ticket: facts.ticket ?? 'none',
  }).finish();
}

/** What an SQL function adds to an entry: the person, and the fields that it opened or refused. */
export interface EntryFacts {
  readonly action: AuditAction;
  readonly decision: 'allowed' | 'refused';
  readonly reason: string | null;
  readonly ticket: 'reveal' | 'view' | 'none';
  readonly individualId: number;
  /** Field types as a mask: bit = FIELD_CODES. */
  readonly types: number;
}

/** The encoded entry with the facts. In joined protobuf messages the last value wins (protobuf.dev, "Encoding"). */
export function completedEntry(entry: Uint8Array, { types, reason, ...facts }: EntryFacts): Uint8Array {
  const named = typesOfMask(types);
  const decrypted = named.filter((type) => constantMask(type) === null).length;
  const rest: Partial<AuditEntry> = {
    ...facts,
    reason: reason ?? '',
    fieldNames: named,
    counts: facts.ticket === 'view' ? { values: decrypted } : {},
  };
  return Buffer.concat([entry, AuditEntry.encode(AuditEntry.fromPartial(rest)).finish()]);
}

/** Ordering key of a service's audit entries: one sequence per producer. */
export const AUDIT_KEY = 'audit';

/** The topic on which a service ships its audit entries. */
export function auditTopic(service: ServiceName): string {
  return `${service}.audit`;
}

/** The audit entry of an effect, to be published in the effect's own transaction. */
export function auditMessage(service: ServiceName, ctx: Ctx, facts: AuditFacts): OutboxMessage {
  return {
    topic: auditTopic(service),
    key: AUDIT_KEY,
    companyId: facts.companyId ?? null,
    payload: encodeAuditEntry(ctx, facts),
  };
}

function actorOf(caller: Caller): { actorType: string; actorId: string; onBehalfOf: string } {
  if (caller.kind === 'service') return { actorType: 'service', actorId: caller.service, onBehalfOf: '' };
  if (caller.actorUserId !== undefined)
    return { actorType: 'user', actorId: String(caller.actorUserId), onBehalfOf: String(caller.userId) };
  if (caller.clientId !== undefined)
    return { actorType: 'api_client', actorId: caller.clientId, onBehalfOf: String(caller.userId) };
  return { actorType: 'user', actorId: String(caller.userId), onBehalfOf: '' };
}

/** An entry by an API credential that one user made for another names both. */
function issuerOf(caller: Caller): Readonly<Record<string, string>> {
  if (caller.kind !== 'user' || caller.clientMadeBy === undefined) return {};
  return { credentialMadeBy: String(caller.clientMadeBy) };
}
