import { nominationSchema } from '@pii-vault/contract/principals/principals-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { present } from '../wire/values.ts';
import { type AccessReportDeps, composeAccessReport } from './compose-access-report.ts';

const toNomination = jsonOf(nominationSchema);

/** With several services, or two calls. */
export function principalsHandlers(deps: AccessReportDeps): Handlers<KeysOf<'principals'>> {
  const { principals } = deps;
  return {
    'GET /individuals/{id}/access-report': async ({ ctx, session, params, query }) => {
      const companyId = companyOf(query.companyId, session);
      const place = { companyId, individualId: params.id };
      return { body: await composeAccessReport(deps, ctx, { ...place, purpose: query.purpose }) };
    },
    // The answer is read, so that the trail has an entry of it.
    'PUT /individuals/{id}/nominee': async ({ ctx, session, params, body }) => {
      const companyId = companyOf(body.companyId, session);
      await principals.setNominees(ctx, { ...params, ...body, companyId });
      const { nomination } = await principals.getNominees(ctx, { ...params, companyId });
      return { body: toNomination(present(nomination)) };
    },
  };
}
