import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { toProto as companyToProto } from '../../companies/companies-rpc.ts';
import { companyStates, findCompanies } from '../../companies/company-store.ts';
import { findAgreements } from '../../companies/link-agreements/link-agreement-store.ts';
import { toProto as agreementToProto } from '../../companies/link-agreements/link-agreements-rpc.ts';
import { tooManyIds } from '../../errors.ts';

const MAX_IDS = 1_000;
const EVERYBODY = services(['identity', 'vault', 'crypto', 'lineage', 'compliance', 'audit', 'gateway']);
const LINKERS = services(['vault', 'crypto', 'lineage', 'compliance', 'gateway']);

/** RPCs for other services. A token for one company sees that company's rows, one for the system all. */
export function directoryRpcs({ db }: { db: Database }): RpcService {
  const read = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const company = companyOf(ctx.caller);
    return company === undefined ? db.system(work) : db.tenant({ companies: [company] }, work);
  };
  return serve(DirectoryService, {
    getCompanies: {
      allow: EVERYBODY,
      handle: async (ctx, req) => {
        const ids = checkedIds(req.companyIds);
        const companies = await read(ctx, (tx) => findCompanies(tx, ids));
        return { companies: companies.map(companyToProto) };
      },
    },
    companyStates: {
      allow: EVERYBODY,
      handle: async (ctx, req) => {
        const ids = checkedIds(req.companyIds);
        const states = await read(ctx, (tx) => companyStates(tx, ids.length === 0 ? 'all' : ids));
        return {
          states: states.map(({ id, status, rowVersion, timeZone }) => ({
            companyId: id,
            status,
            rowVersion,
            timeZone,
          })),
        };
      },
    },
    listAgreements: {
      allow: LINKERS,
      handle: async (ctx, req) => {
        const ids = checkedIds(req.companyIds);
        const agreementIds = checkedIds(req.agreementIds);
        const companyIds = ids.length === 0 ? 'all' : ids;
        const found = await read(ctx, (tx) => findAgreements(tx, { companyIds, agreementIds }));
        const agreements = found.map(agreementToProto);
        return { agreements: req.onlyLive ? agreements.filter((agreement) => agreement.isLive) : agreements };
      },
    },
  });
}

/** The company of a service token; undefined for a token of the system. */
function companyOf(caller: Caller): number | undefined {
  return caller.kind === 'service' && caller.company !== 'system' ? caller.company : undefined;
}

function checkedIds(ids: readonly number[]): readonly number[] {
  if (ids.length > MAX_IDS) throw tooManyIds();
  return ids;
}
