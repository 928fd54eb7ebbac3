import type { KeysOf } from '@pii-vault/contract/routes';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { type AccessReportDeps, composeAccessReport } from './compose-access-report.ts';
import { toNomination } from './nomination-mapper.ts';

export function principalsHandlers(deps: AccessReportDeps): Handlers<KeysOf<'principals'>> {
  const { principals } = deps;
  return {
    'GET /individuals/{id}/access-report': async ({ ctx, session, params, query }) => {
      const companyId = companyOf(query.companyId, session);
      const place = { companyId, individualId: params.id };
      return { body: await composeAccessReport(deps, ctx, { ...place, purpose: query.purpose }) };
    },
    'GET /individuals/{id}/nominee': async ({ ctx, session, params, query }) => {
      const companyId = companyOf(query.companyId, session);
      const place = { companyId, individualId: params.id, purpose: query.purpose };
      const { nomination } = await principals.getNominees(ctx, place);
      return { body: toNomination(companyId, nomination) };
    },
    'PUT /individuals/{id}/nominee': async ({ ctx, session, params, body }) => {
      const companyId = companyOf(body.companyId, session);
      const place = { companyId, individualId: params.id };
      await principals.setNominees(ctx, { ...place, nominees: body.nominees });
      const { nomination } = await principals.getNominees(ctx, { ...place, purpose: undefined });
      return { body: toNomination(companyId, nomination) };
    },
  };
}
