import { defineModule, type ModuleKit } from '@pii-vault/platform/module/module';
import { TrailServiceService } from '@pii-vault/proto/audit/v1/trail';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import { checksRpc } from './checks/checks-rpc.ts';
import { dailyRun } from './checks/daily-run.ts';
import { learnLogState, runChecks } from './checks/run-checks.ts';
import { complianceConfig } from './config.ts';
import { onCompanyChanged } from './consumers/on-company-changed.ts';
import { onIndividualErased } from './consumers/on-individual-erased.ts';
import type { GatherDeps } from './facts/gather-facts.ts';
import { grievancesRpc } from './grievances/grievances-rpc.ts';
import { incidentsRpc } from './incidents/incidents-rpc.ts';
import { purposesRpc } from './purposes/purposes-rpc.ts';
import { recipientsRpc } from './recipients/recipients-rpc.ts';
import { TextKeys } from './texts/text-keys.ts';
import { trendRpc } from './trend/trend-rpc.ts';

/** How often it is looked whether a company's daily checks are due; a new company waits this long at most. */
const DUE_EVERY_MS = 60_000;
const PAUSE_MS = 400;
/** A full verification of a large trail takes longer than a request. */
const FACT_DEADLINE_MS = 30_000;

export const complianceModule = defineModule({
  name: 'compliance',
  config: complianceConfig,
  migrations: new URL('../migrations/', import.meta.url),
  async start(kit) {
    const stop = new AbortController();
    const now = () => new Date();
    const deps = { db: kit.db, gather: gathering(kit, stop.signal), now };
    const run = runChecks(deps);
    const learn = () => learnLogState(deps);
    const directory = kit.client(DirectoryServiceService, 'tenancy');
    kit.tick(
      'daily checks',
      DUE_EVERY_MS,
      dailyRun({
        db: kit.db,
        log: kit.log,
        now,
        learnLogState: learn,
        runChecks: run,
        self: (company) => kit.self({ company }),
        async companies() {
          const { states } = await directory.companyStates(kit.self(), { companyIds: [] });
          return states.map((state) => Number(state.companyId));
        },
      }),
    );
    const keys = new TextKeys(kit.client(KeysServiceService, 'crypto'), kit.self);
    const registers = { db: kit.db, keys, now };
    return {
      services: [
        purposesRpc(registers),
        grievancesRpc(registers),
        incidentsRpc(registers),
        recipientsRpc(registers),
        trendRpc(kit),
        checksRpc({
          db: kit.db,
          runChecks: run,
          learnLogState: learn,
          async companyExists(companyId) {
            const asked = { companyIds: [BigInt(companyId)] };
            const { companies } = await directory.getCompanies(kit.self({ company: companyId }), asked);
            return companies.length > 0;
          },
        }),
      ],
      consumers: [onCompanyChanged(), onIndividualErased()],
      async stop() {
        stop.abort();
      },
    };
  },
});

function gathering(kit: ModuleKit<{ readonly storageSampleSize: number }>, signal: AbortSignal): GatherDeps {
  return {
    vault: kit.client(StatsServiceService, 'vault'),
    tenancy: kit.client(DirectoryServiceService, 'tenancy'),
    audit: kit.client(TrailServiceService, 'audit'),
    log: kit.log,
    self: (company) =>
      kit.self(
        company === undefined ? { deadlineMs: FACT_DEADLINE_MS } : { company, deadlineMs: FACT_DEADLINE_MS },
      ),
    sampleSize: kit.config.storageSampleSize,
    pauseMs: PAUSE_MS,
    signal,
  };
}
