import { type Nomination, relationships } from '@pii-vault/contract/principals/principals-schema';
import type { Nomination as StoredNomination } from '@pii-vault/proto/vault/v1/principals';
import { given, oneOf, toOptionalIso } from '../wire/values.ts';

export function toNomination(companyId: number, stored: StoredNomination | undefined): Nomination {
  const nominees = stored?.nominees ?? [];
  return {
    companyId,
    nominees: nominees.map(({ name, relationship, email, phone }) => ({
      name,
      relationship: oneOf(relationships, relationship),
      ...given({ email, phone }),
    })),
    masked: stored?.masked ?? true,
    updatedAt: toOptionalIso(stored?.updatedAt),
  };
}
