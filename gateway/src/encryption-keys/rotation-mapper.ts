import {
  type KeyRotation,
  keyTypes,
  type ListedRotation,
  rotationCauses,
  rotationStatuses,
} from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { GetRotationResponse, KeyRotation as Rotation } from '@pii-vault/proto/crypto/v1/rotations';
import { oneDecimal, oneOf, toIso, toOptionalIso } from '../wire/values.ts';

/** Progress of a rotation. */
export const toProgress = ({ rewrapped, total, perSecond, status }: GetRotationResponse): KeyRotation => ({
  rewrapped,
  total,
  perSecond: oneDecimal(perSecond),
  status: oneOf(rotationStatuses, status),
});

export const toListedRotation = (rotation: Rotation, companyName: string): ListedRotation => ({
  ...toProgress(rotation),
  id: rotation.id,
  companyId: rotation.companyId,
  company: { name: companyName },
  keyType: oneOf(keyTypes, rotation.keyType),
  toVersion: rotation.toVersion,
  cause: oneOf(rotationCauses, rotation.cause),
  startedAt: toIso(rotation.startedAt),
  finishedAt: toOptionalIso(rotation.finishedAt),
});
