import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import {
  EpochTurned,
  KeyCreated,
  KeyDestroyed,
  KeyRotated,
} from '@pii-vault/proto/crypto/events/v1/key_events';
import { agreementOf, companyOf, type KeyUse } from './key-store/hierarchy/key-owner.ts';

interface KeyVersion extends KeyUse {
  readonly keyId: string;
  readonly version: number;
}

/** Company of an event; null for keys of an agreement or of the deployment. */
const companyIdOf = (key: KeyUse): number | null => companyOf(key.owner) || null;

/** Event and audit entry of a new key or key version. */
export function keyCreated(ctx: Ctx, key: KeyVersion & { readonly createdAt: Date }): OutboxMessage[] {
  const payload = KeyCreated.encode({
    companyId: companyOf(key.owner),
    agreementId: agreementOf(key.owner),
    keyId: key.keyId,
    purpose: key.purpose,
    version: key.version,
    createdAt: key.createdAt,
  }).finish();
  const event = {
    topic: 'crypto.key_created',
    key: `key:${key.keyId}`,
    companyId: companyIdOf(key),
    payload,
  };
  return [event, keyAudit(ctx, 'key_create', key)];
}

/** Event and audit entry of a version that can no longer be opened. */
export function keyDestroyed(ctx: Ctx, key: KeyVersion): OutboxMessage[] {
  const payload = KeyDestroyed.encode({
    companyId: companyOf(key.owner),
    keyId: key.keyId,
    purpose: key.purpose,
    version: key.version,
  }).finish();
  const event = {
    topic: 'crypto.key_destroyed',
    key: `key:${key.keyId}`,
    companyId: companyIdOf(key),
    payload,
  };
  return [event, keyAudit(ctx, 'key_destroy', key)];
}

/** Event and audit entry of a version that replaced another one. */
export function keyRotated(
  ctx: Ctx,
  key: KeyVersion & { readonly rotationId: number; readonly rotatedAt: Date },
): OutboxMessage[] {
  const payload = KeyRotated.encode({
    companyId: companyOf(key.owner),
    agreementId: agreementOf(key.owner),
    keyId: key.keyId,
    purpose: key.purpose,
    version: key.version,
    rotationId: key.rotationId,
    rotatedAt: key.rotatedAt,
  }).finish();
  const event = {
    topic: 'crypto.key_rotated',
    key: `key:${key.keyId}`,
    companyId: companyIdOf(key),
    payload,
  };
  return [event, keyAudit(ctx, 'key_rotate', key)];
}

/** Audit entry of a finished master rotation. The vault writes the entry of a field key. */
export function rotationFinished(ctx: Ctx, key: KeyVersion & { readonly rewrapped: number }): OutboxMessage {
  return keyAudit(ctx, 'key_rotate', key, { rewrapped: key.rewrapped });
}

/** Event and audit entry of an epoch turn. */
export function epochTurned(
  ctx: Ctx,
  turn: { epoch: number; turnedAt: Date; rewrapped: number; newVersions: number },
): OutboxMessage[] {
  const payload = EpochTurned.encode({ epoch: turn.epoch, turnedAt: turn.turnedAt }).finish();
  return [
    { topic: 'crypto.epoch_turned', key: 'epoch', companyId: null, payload },
    auditMessage('crypto', ctx, {
      action: 'key_rotate',
      objectIds: { epoch: String(turn.epoch) },
      counts: { rewrapped: turn.rewrapped, newVersions: turn.newVersions },
    }),
  ];
}

/** Audit entry of an epoch key that was destroyed in the store. */
export function epochDestroyed(ctx: Ctx, epoch: number): OutboxMessage {
  return auditMessage('crypto', ctx, { action: 'key_destroy', objectIds: { epoch: String(epoch) } });
}

function keyAudit(
  ctx: Ctx,
  action: 'key_create' | 'key_rotate' | 'key_destroy',
  key: KeyVersion,
  counts: Readonly<Record<string, number>> = {},
): OutboxMessage {
  const companyId = companyIdOf(key);
  const agreementId = agreementOf(key.owner);
  return auditMessage('crypto', ctx, {
    action,
    ...(companyId === null ? {} : { companyId }),
    objectIds: {
      keyId: key.keyId,
      keyPurpose: key.ownerService === '' ? key.purpose : `${key.purpose}:${key.ownerService}`,
      keyVersion: String(key.version),
      ...(agreementId === 0 ? {} : { agreementId: String(agreementId) }),
    },
    counts,
  });
}
