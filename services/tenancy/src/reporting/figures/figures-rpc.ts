import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type CountCompaniesRequest, FiguresService } from '@pii-vault/proto/tenancy/v1/figures';
import { countAsked } from '../../companies/link-agreements/link-agreement-store.ts';
import { countFailing } from '../../webhooks/webhook-store.ts';

export function figuresRpcs({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(FiguresService, {
    countCompanies: {
      allow: permission('pii:read', (req: CountCompaniesRequest) => req.companyId),
      handle: async (ctx, { companyId }) => {
        const scope = scopeWith(ctx.caller, 'pii:read', companyId);
        const { companies, active } = await db.tenant(scope, countCompanies);
        return { companies, active };
      },
    },
    countWaiting: {
      allow: permission<unknown>('company:manage'),
      handle: async (ctx) => {
        const scope = scopeWith(ctx.caller, 'company:manage');
        const companies = scope === 'all' ? 'all' : scope.companies;
        return db.tenant(scope, async (tx) => ({
          agreements: waiting(await countAsked(tx, companies)),
          failingWebhooks: waiting(await countFailing(tx)),
        }));
      },
    },
  });
}

const waiting = ({ count, companyId }: { readonly count: number; readonly companyId: number | null }) => ({
  count,
  companyId: companyId ?? undefined,
});

/** Of the transaction's scope. */
async function countCompanies(tx: Tx): Promise<{ companies: number; active: number }> {
  const [row] = await tx.query<{ companies: number; active: number }>(
    `SELECT count(*) AS companies, count(*) FILTER (WHERE status = 'active') AS active FROM companies
     WHERE deleted_at IS NULL`,
  );
  return row ?? { companies: 0, active: 0 };
}
