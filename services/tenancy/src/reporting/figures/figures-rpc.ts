import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CountCompaniesRequest,
  type CountCompaniesResponse,
  type CountReactivationRequestsRequest,
  type CountWaitingRequest,
  FiguresService,
} from '@pii-vault/proto/tenancy/v1/figures';
import { countReactivationRequests } from '../../companies/company-store.ts';
import { countAsked } from '../../companies/link-agreements/link-agreement-store.ts';
import { countFailing } from '../../webhooks/webhook-store.ts';

export function figuresRpcs({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(FiguresService, {
    countCompanies: {
      allow: permission('pii:read', (req: CountCompaniesRequest) => req.companyId),
      handle: (ctx, { companyId }) => db.tenant(scopeWith(ctx.caller, 'pii:read', companyId), countCompanies),
    },
    countWaiting: {
      allow: permission('company:manage', (req: CountWaitingRequest) => req.companyId),
      handle: async (ctx, { companyId }) => {
        const scope = scopeWith(ctx.caller, 'company:manage', companyId);
        const companies = scope === 'all' ? 'all' : scope.companies;
        return db.tenant(scope, async (tx) => ({
          agreements: withoutNulls(await countAsked(tx, companies)),
          failingWebhooks: withoutNulls(await countFailing(tx)),
        }));
      },
    },
    countReactivationRequests: {
      allow: permission('company:create', (req: CountReactivationRequestsRequest) => req.companyId),
      handle: async (ctx, { companyId }) => {
        const scope = scopeWith(ctx.caller, 'company:create', companyId);
        return { requests: withoutNulls(await db.tenant(scope, countReactivationRequests)) };
      },
    },
  });
}

/** Of the transaction's scope. */
async function countCompanies(tx: Tx): Promise<CountCompaniesResponse> {
  const [row] = await tx.query<CountCompaniesResponse>(
    `SELECT count(*) AS companies, count(*) FILTER (WHERE status = 'active') AS active FROM companies
     WHERE deleted_at IS NULL`,
  );
  return row ?? { companies: 0, active: 0 };
}
