import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';
import { toBudgetPattern, toLooseningPattern } from './budget-pattern.ts';
import { toBlockedIp, toPattern, toProbe } from './security-mapper.ts';

export type ThreatDeps = Pick<Clients, 'security' | 'probes' | 'budgets'> & { readonly names: CompanyNames };

type ThreatKeys = 'GET /security/threats';

/**
 * Attacks on sign-in and forged events from identity, exhausted budgets and looser limits from the vault, and probing
 * of matching from lineage. Without vault or lineage the others are returned, and the response lists the missing
 * service.
 */
export function threatHandlers({ security, probes, budgets, names }: ThreatDeps): Handlers<ThreatKeys> {
  return {
    'GET /security/threats': async ({ ctx, query: { hours } }) => {
      const [{ blockedIps, patterns, unansweredServices }, spent, probed] = await awaitAll([
        security.listThreats(ctx, { hours }),
        fallbackIfUnavailable(budgets.listBudgetAlarms(ctx, { hours }), undefined),
        fallbackIfUnavailable(probes.listProbes(ctx, { hours }), undefined),
      ]);
      const alarms = probed?.alarms ?? [];
      const named = await names(alarms.flatMap((one) => [one.companyId, one.otherCompanyId]));
      return {
        body: {
          blockedIps: blockedIps.map(toBlockedIp),
          patterns: [
            ...patterns.map((one) => toPattern({ ...one, budget: undefined, policyChange: undefined })),
            ...(spent?.alarms ?? []).map(toBudgetPattern),
            ...(spent?.loosenings ?? []).map(toLooseningPattern),
          ],
          probes: alarms.map((alarm) => toProbe(alarm, named)),
          unansweredServices: [
            ...new Set([
              ...unansweredServices,
              ...(spent === undefined ? ['vault'] : []),
              ...(probed === undefined ? ['lineage'] : []),
            ]),
          ],
        },
      };
    },
  };
}
