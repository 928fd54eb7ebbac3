import type { User as ProtoUser } from '@pii-vault/proto/identity/v1/users';
import type { User } from '../accounts/user.ts';

export function toProto(user: User): ProtoUser {
  return {
    id: BigInt(user.id),
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    status: user.status,
    companyId: user.companyId === null ? undefined : BigInt(user.companyId),
    lastLoginAt: user.lastLoginAt ?? undefined,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    rowVersion: BigInt(user.rowVersion),
  };
}
