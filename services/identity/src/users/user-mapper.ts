import type { User as ProtoUser } from '@pii-vault/proto/identity/v1/users';
import type { User } from '../accounts/user.ts';

export function toProto(user: User): ProtoUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    status: user.status,
    companyId: user.companyId ?? undefined,
    lastLoginAt: user.lastLoginAt ?? undefined,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    version: user.rowVersion,
  };
}
