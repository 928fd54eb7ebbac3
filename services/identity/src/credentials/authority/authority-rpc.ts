import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { findChangedAccounts, findDependentAccounts } from '../../accounts/changes/account-changes.ts';
import type { LoadPowers } from '../../accounts/roles/load-powers.ts';
import { findHolder } from '../../accounts/roles/role-store.ts';
import { findCredential } from '../api-credential-store.ts';

export interface AuthorityDeps {
  readonly db: Pick<Database, 'system'>;
  readonly loadPowers: LoadPowers;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
}

interface Question {
  readonly userId: number;
  readonly clientId?: string;
  readonly companyId: number;
  readonly permission: string;
}

/** For services whose jobs continue without their user, and for decisions of a second person. */
export function authorityRpcs(deps: AuthorityDeps): RpcService {
  const holds = checkAuthority(deps);
  return serve(AuthorityService, {
    checkAuthority: {
      allow: services(['vault', 'lineage', 'compliance'], (req) => req.companyId),
      handle: async (ctx, req) => ({ holds: await holds(ctx, req) }),
    },
    findDependentAccounts: {
      allow: services(['vault', 'lineage', 'compliance']),
      handle: async (_ctx, { userId, otherUserIds }) => {
        const found = await deps.db.system((tx) =>
          findDependentAccounts(tx, userId, otherUserIds, deps.independenceDays),
        );
        return { userIds: found };
      },
    },
    findChangedAccounts: {
      allow: services(['vault']),
      handle: async (_ctx, { userIds, since }) => {
        const found = await deps.db.system((tx) => findChangedAccounts(tx, userIds, since ?? new Date(0)));
        return { userIds: found };
      },
    },
  });
}

/** An ended session changes nothing: the job was authorised before its end. */
function checkAuthority({ db, loadPowers }: AuthorityDeps) {
  return async (ctx: Ctx, question: Question): Promise<boolean> => {
    const { userId, clientId, companyId, permission } = question;
    const holder = await db.system(async (tx) => {
      const found = await findHolder(tx, userId);
      if (clientId === undefined) return found;
      return (await findCredential(tx, clientId))?.userId === userId ? found : undefined;
    });
    if (holder === undefined || !holder.isActive) return false;
    const powers = await loadPowers(ctx, holder);
    if (powers.isSuperAdmin) return powers.everywhere.includes(permission);
    return powers.companies.some(
      (own) => own.companyId === companyId && own.permissions.includes(permission),
    );
  };
}
