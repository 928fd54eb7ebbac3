import { waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { accessRuleRpcs } from './access-rules/access-rules-rpc.ts';
import { companyRpcs } from './companies/companies-rpc.ts';
import { endLapsedAgreements } from './companies/link-agreements/end-link-agreement.ts';
import { linkAgreementRpcs } from './companies/link-agreements/link-agreements-rpc.ts';
import { sealHoldings } from './companies/seal-holdings.ts';
import { tenancyConfig } from './config.ts';
import { tenancyConsumers } from './consumers/tenancy-consumers.ts';
import { directoryRpcs } from './reporting/directory/directory-rpc.ts';
import { figuresRpcs, waitingCounts } from './reporting/figures/figures-rpc.ts';
import { replayRevocations } from './reporting/revocations/replay-revocations.ts';
import { startWebhooks } from './start-webhooks.ts';

/** Topics of the events that this service publishes. */
const tenancyTopics = [
  'tenancy.company_created',
  'tenancy.company_updated',
  'tenancy.company_status_changed',
  'tenancy.company_deleted',
  'tenancy.link_agreement_accepted',
  'tenancy.link_agreement_ended',
  'tenancy.access_rule_added',
  'tenancy.access_rule_removed',
] as const;

const LAPSE_EVERY_MS = 30_000;

export const tenancyModule = defineModule({
  name: 'tenancy',
  config: tenancyConfig,
  migrations: new URL('../migrations/', import.meta.url),
  publishes: tenancyTopics,
  consumers: tenancyConsumers,
  async start(kit) {
    kit.tick('end lapsed agreements', LAPSE_EVERY_MS, endLapsedAgreements({ db: kit.db, self: kit.self }));
    const webhooks = startWebhooks(kit);
    return {
      services: [
        companyRpcs({ db: kit.db, seal: sealHoldings(kit) }),
        linkAgreementRpcs(kit),
        directoryRpcs(kit),
        accessRuleRpcs(kit),
        figuresRpcs(kit),
        waitingRpc('tenancy', waitingCounts(kit)),
        webhooks.rpcs,
      ],
      wake: webhooks.wake,
      replays: replayRevocations(kit),
      stop: webhooks.stop,
    };
  },
});
