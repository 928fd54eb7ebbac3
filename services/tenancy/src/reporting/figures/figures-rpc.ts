import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CountCompaniesRequest,
  type CountCompaniesResponse,
  FiguresService,
} from '@pii-vault/proto/tenancy/v1/figures';
import { findAccessRules } from '../../access-rules/access-rule-store.ts';
import { countReactivationRequests } from '../../companies/company-store.ts';
import { countAsked } from '../../companies/link-agreements/link-agreement-store.ts';
import { countFailing } from '../../webhooks/webhook-store.ts';

interface FiguresDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
}

export function figuresRpcs({ db }: FiguresDeps): RpcService {
  return serve(FiguresService, {
    countCompanies: {
      allow: permission('pii:read', (req: CountCompaniesRequest) => req.companyId),
      handle: (ctx, { companyId }) => db.tenant(scopeWith(ctx.caller, 'pii:read', companyId), countCompanies),
    },
  });
}

/**
 * Agreements that the other side asked for and that are neither accepted nor ended, active webhooks that fail, requests
 * to end a suspension; the steps of a first company and of empty lists of allowed addresses.
 */
export const waitingCounts = ({ db }: FiguresDeps): WaitingCounts => [
  [
    ['agreements', 'webhooks'],
    (ctx, companyId) => {
      const scope = scopeWith(ctx.caller, 'company:manage', companyId);
      const companies = scope === 'all' ? 'all' : scope.companies;
      return db.tenant(scope, async (tx) => ({
        agreements: await countAsked(tx, companies),
        webhooks: await countFailing(tx),
      }));
    },
  ],
  [
    ['reactivations'],
    async (ctx, companyId) => ({
      reactivations: await db.tenant(
        scopeWith(ctx.caller, 'company:create', companyId),
        countReactivationRequests,
      ),
    }),
  ],
  [
    ['setup.company'],
    async (ctx) => {
      const scope = scopeWith(ctx.caller, 'company:create');
      const { companies } = await db.tenant(scope, countCompanies);
      return { 'setup.company': { count: companies > 0 ? 0 : 1 } };
    },
  ],
  [
    ['setup.addresses'],
    async () => {
      // The lists are of the whole vault.
      const { ip, domain } = await db.system(findAccessRules);
      return { 'setup.addresses': { count: ip.length + domain.length > 0 ? 0 : 1 } };
    },
  ],
];

/** Of the transaction's scope. */
async function countCompanies(tx: Tx): Promise<CountCompaniesResponse> {
  const [row] = await tx.query<CountCompaniesResponse>(
    `SELECT count(*) AS companies, count(*) FILTER (WHERE status = 'active') AS active FROM companies
     WHERE deleted_at IS NULL`,
  );
  return row ?? { companies: 0, active: 0 };
}
