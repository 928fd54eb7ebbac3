import { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import { waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { defineModule, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { UsersService } from '@pii-vault/proto/identity/v1/users';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { measureChecks } from './checks/check-metrics.ts';
import { checksRpc } from './checks/checks-rpc.ts';
import { dailyRun } from './checks/daily-run.ts';
import { waitingCounts } from './checks/deadlines/waiting-counts.ts';
import { runChecks } from './checks/run-checks.ts';
import { runsInTurn } from './checks/runs-in-turn.ts';
import { trendRpc } from './checks/trend/trend-rpc.ts';
import { complianceConfig } from './config.ts';
import { complianceConsumers } from './consumers/compliance-consumers.ts';
import { learnLogState } from './facts/learn-log-state.ts';
import { recentLogState } from './facts/recent-log-state.ts';
import { gathering } from './gathering.ts';
import { accessReviewsRpc } from './registers/access-reviews/access-reviews-rpc.ts';
import { grievancesRpc } from './registers/grievances/grievances-rpc.ts';
import { incidentsRpc } from './registers/incidents/incidents-rpc.ts';
import { purposesRpc } from './registers/purposes/purposes-rpc.ts';
import { recipientsRpc } from './registers/recipients/recipients-rpc.ts';
import { reportJob } from './reports/report-job.ts';
import { reportsRpc } from './reports/reports-rpc.ts';

/** Topics of the events that this service publishes. */
const complianceTopics = ['compliance.violation_found'] as const;

/** How often it is looked whether a company's daily checks are due; a new company waits this long at most. */
const DUE_EVERY_MS = 60_000;
/** A new report wakes the job; this is for what a crash left. */
const REPORTS_EVERY_MS = 10_000;
const REPORT_DEADLINE_MS = 60_000;

export const complianceModule = defineModule({
  name: 'compliance',
  config: complianceConfig,
  migrations: new URL('../migrations/', import.meta.url),
  publishes: complianceTopics,
  consumers: complianceConsumers,
  countsDays: true,
  async start(kit) {
    const stop = new AbortController();
    const now = () => new Date();
    const { mostSuperAdmins } = kit.config;
    const deps = { db: kit.db, ...gathering(kit, stop.signal), mostSuperAdmins, now };
    const run = runChecks(deps);
    const learn = recentLogState(() => learnLogState(deps));
    const runOnRequest = runsInTurn(async (askers, id) => run(askers, id, await learn()));
    const directory = kit.client(DirectoryService, 'tenancy');
    const judging = { db: kit.db, log: kit.log, now, learnLogState: learn, runChecks: run };
    const daily = dailyRun({
      ...judging,
      self: (company) => kit.self({ company }),
      companies: () => allCompanies(kit, directory),
    });
    const measure = measureChecks(kit.db, kit.metrics);
    kit.tick('daily checks', DUE_EVERY_MS, async (signal) => {
      await daily(signal);
      await measure();
    });
    const keys = new TextKeys(kit.client(KeysService, 'crypto'), kit.self);
    const registers = { db: kit.db, keys, now };
    const company = companyNames(kit, directory);
    const companyExists = async (id: number) => (await company(id)) !== undefined;
    const reports = kit.tick(
      'reports',
      REPORTS_EVERY_MS,
      reportJob({
        ...judging,
        keys,
        company,
        identity: kit.client(AuthorityService, 'identity'),
        self: (id) => kit.self({ company: id, deadlineMs: REPORT_DEADLINE_MS }),
      }),
    );
    return {
      services: [
        purposesRpc(registers),
        grievancesRpc({
          ...registers,
          zones: kit.zones,
          self: kit.self,
          people: kit.client(FactsService, 'vault'),
        }),
        incidentsRpc(registers),
        recipientsRpc(registers),
        trendRpc(kit),
        checksRpc({ db: kit.db, runChecks: runOnRequest, companyExists }),
        accessReviewsRpc({
          ...{ db: kit.db, self: kit.self, now, companyExists },
          access: kit.client(AccessFactsService, 'identity'),
          authority: kit.client(AuthorityService, 'identity'),
          users: kit.client(UsersService, 'identity'),
          companyRoles: kit.client(CompanyRolesService, 'identity'),
          apiCredentials: kit.client(ApiCredentialsService, 'identity'),
          signing: kit.client(SigningService, 'crypto'),
        }),
        waitingRpc('compliance', waitingCounts(kit)),
        reportsRpc({ db: kit.db, keys, companyExists, wake: () => reports.wake() }),
      ],
      stop: async () => stop.abort(),
    };
  },
});

async function allCompanies(
  kit: Pick<ModuleKit, 'self'>,
  directory: Pick<RpcClient<typeof DirectoryService>, 'companyStates'>,
): Promise<number[]> {
  const { states } = await directory.companyStates(kit.self(), { companyIds: [] });
  return states.map((state) => state.companyId);
}

/** What reports say of a company; undefined for one that does not exist. */
function companyNames(
  kit: Pick<ModuleKit, 'self' | 'zones'>,
  directory: Pick<RpcClient<typeof DirectoryService>, 'getCompanies'>,
) {
  return async (id: number) => {
    const asked = { companyIds: [id] };
    const [found] = (await directory.getCompanies(kit.self({ company: id }), asked)).companies;
    if (found === undefined) return;
    const { name, code, tier } = found;
    return { id, name, code, tier, timeZone: kit.zones.zoneOf(id) };
  };
}
