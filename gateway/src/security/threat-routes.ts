import { defaultHours } from '@pii-vault/contract/security/security-schema';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { unlessAway } from '../wire/optional-answer.ts';
import { fromId, toIds } from '../wire/values.ts';
import { toBlockedIp, toPattern, toProbe } from './security-mapper.ts';

export type ThreatDeps = Pick<Clients, 'security' | 'probes'> & { readonly names: CompanyNames };

type ThreatKeys = 'GET /security/threats' | 'POST /security/probes/{id}/lift';

/** Attacks on sign-in, as identity sees them, and probing of matching, as lineage does. */
export function threatHandlers({ security, probes, names }: ThreatDeps): Handlers<ThreatKeys> {
  return {
    'GET /security/threats': async ({ ctx, query: { hours = defaultHours } }) => {
      const [{ blockedAddresses: blocks, patterns }, { alarms }] = await Promise.all([
        security.listThreats(ctx, { hours }),
        unlessAway(probes.listProbes(ctx, { hours }), { alarms: [] }),
      ]);
      const named = await names(toIds(alarms.flatMap((one) => [one.companyId, one.otherCompanyId])));
      return {
        body: {
          blockedIps: blocks.map(toBlockedIp),
          patterns: patterns.map(toPattern),
          probes: alarms.map((alarm) => toProbe(alarm, named)),
        },
      };
    },
    'POST /security/probes/{id}/lift': async ({ ctx, params }) => {
      await probes.liftStop(ctx, { id: fromId(params.id) });
      return { body: { success: true } };
    },
  };
}
