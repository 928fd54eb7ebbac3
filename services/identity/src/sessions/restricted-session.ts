import type { SessionLack } from '@pii-vault/platform/core/context/caller';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { SessionLack as ProtoLack, SessionUser } from '@pii-vault/proto/identity/v1/sessions';
import { listFactors } from './factors/factor-store.ts';
import { countRecoveryCodes } from './factors/recovery-code-store.ts';

/** A user as returned for a restricted session. */
export function withoutPermissions(user: SessionUser): SessionUser {
  return { ...user, companies: [], permissions: [], isSuperAdmin: false };
}

/** What a session lacks, with the kinds of factors that the user can give. */
export async function describeLack(
  tx: Tx,
  userId: number,
  kind: SessionLack | undefined,
): Promise<ProtoLack | undefined> {
  if (kind !== 'second_factor') return kind && { kind, factors: [] };
  const own = await listFactors(tx, userId);
  const kinds: string[] = (['passkey', 'totp'] as const).filter((each) =>
    own.some((one) => one.kind === each),
  );
  const hasCodes = (await countRecoveryCodes(tx, userId)) > 0;
  return { kind, factors: hasCodes ? [...kinds, 'recovery_code'] : kinds };
}
