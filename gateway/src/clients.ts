import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { DisclosuresService } from '@pii-vault/proto/audit/v1/disclosures';
import { ExportsService } from '@pii-vault/proto/audit/v1/exports';
import { FiguresService as AccessFiguresService } from '@pii-vault/proto/audit/v1/figures';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { UserActionsService } from '@pii-vault/proto/audit/v1/user_actions';
import { AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsService } from '@pii-vault/proto/compliance/v1/reports';
import { TrendService } from '@pii-vault/proto/compliance/v1/trend';
import { RegisterService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsService } from '@pii-vault/proto/crypto/v1/rotations';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { AuthService } from '@pii-vault/proto/identity/v1/auth';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { DailyMailsService } from '@pii-vault/proto/identity/v1/daily_mails';
import { UserDirectoryService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPoliciesService } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorsService } from '@pii-vault/proto/identity/v1/factors';
import { FiguresService as LoginFiguresService } from '@pii-vault/proto/identity/v1/figures';
import { PasswordsService } from '@pii-vault/proto/identity/v1/passwords';
import { BlockedAddressesService, SecurityService } from '@pii-vault/proto/identity/v1/security';
import { SessionsService } from '@pii-vault/proto/identity/v1/sessions';
import { UsersService } from '@pii-vault/proto/identity/v1/users';
import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { LinksService } from '@pii-vault/proto/lineage/v1/links';
import { ProbesService } from '@pii-vault/proto/lineage/v1/probes';
import { ParkedEventsService } from '@pii-vault/proto/platform/v1/parked_events';
import { WaitingService } from '@pii-vault/proto/platform/v1/waiting';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { CompaniesService } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { FiguresService as CompanyFiguresService } from '@pii-vault/proto/tenancy/v1/figures';
import { LinkAgreementsService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { WebhooksService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { ConsentsService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresService } from '@pii-vault/proto/vault/v1/erasures';
import { FieldsService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresService as PeopleFiguresService } from '@pii-vault/proto/vault/v1/figures';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowCountsService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { SearchService } from '@pii-vault/proto/vault/v1/search';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';

/** Clients of all services that the gateway calls, by noun. */
export type Clients = ReturnType<typeof createClients>;

export function createClients(kit: Pick<ModuleKit, 'client'>) {
  return {
    auth: kit.client(AuthService, 'identity'),
    sessions: kit.client(SessionsService, 'identity'),
    factors: kit.client(FactorsService, 'identity'),
    dailyMails: kit.client(DailyMailsService, 'identity'),
    factorPolicies: kit.client(FactorPoliciesService, 'identity'),
    passwords: kit.client(PasswordsService, 'identity'),
    users: kit.client(UsersService, 'identity'),
    userDirectory: kit.client(UserDirectoryService, 'identity'),
    companyRoles: kit.client(CompanyRolesService, 'identity'),
    apiCredentials: kit.client(ApiCredentialsService, 'identity'),
    security: kit.client(SecurityService, 'identity'),
    blockedAddresses: kit.client(BlockedAddressesService, 'identity'),
    accessRules: kit.client(AccessRulesService, 'tenancy'),
    companies: kit.client(CompaniesService, 'tenancy'),
    companyDirectory: kit.client(DirectoryService, 'tenancy'),
    linkAgreements: kit.client(LinkAgreementsService, 'tenancy'),
    webhooks: kit.client(WebhooksService, 'tenancy'),
    individuals: kit.client(IndividualsService, 'vault'),
    fields: kit.client(FieldsService, 'vault'),
    records: kit.client(RecordsService, 'vault'),
    search: kit.client(SearchService, 'vault'),
    consents: kit.client(ConsentsService, 'vault'),
    erasures: kit.client(ErasuresService, 'vault'),
    principals: kit.client(PrincipalsService, 'vault'),
    approvals: kit.client(ApprovalsService, 'vault'),
    budgets: kit.client(BudgetsService, 'vault'),
    imports: kit.client(ImportsService, 'vault'),
    vaultStats: kit.client(StatsService, 'vault'),
    links: kit.client(LinksService, 'lineage'),
    linkFacts: kit.client(LinkFactsService, 'lineage'),
    probes: kit.client(ProbesService, 'lineage'),
    trail: kit.client(TrailService, 'audit'),
    userActions: kit.client(UserActionsService, 'audit'),
    ...figureClients(kit),
    waiting: {
      crypto: kit.client(WaitingService, 'crypto'),
      compliance: kit.client(WaitingService, 'compliance'),
      vault: kit.client(WaitingService, 'vault'),
      tenancy: kit.client(WaitingService, 'tenancy'),
      lineage: kit.client(WaitingService, 'lineage'),
      identity: kit.client(WaitingService, 'identity'),
    },
    parkedEvents: parkedEventClients(kit),
    disclosures: kit.client(DisclosuresService, 'audit'),
    exports: kit.client(ExportsService, 'audit'),
    checks: kit.client(ChecksService, 'compliance'),
    purposes: kit.client(PurposesService, 'compliance'),
    grievances: kit.client(GrievancesService, 'compliance'),
    incidents: kit.client(IncidentsService, 'compliance'),
    recipients: kit.client(RecipientsService, 'compliance'),
    reports: kit.client(ReportsService, 'compliance'),
    accessReviews: kit.client(AccessReviewsService, 'compliance'),
    keyRegister: kit.client(RegisterService, 'crypto'),
    keyRotations: kit.client(RotationsService, 'crypto'),
    keyRows: kit.client(KeyRowCountsService, 'vault'),
  };
}

function parkedEventClients({ client }: Pick<ModuleKit, 'client'>) {
  return {
    identity: client(ParkedEventsService, 'identity'),
    tenancy: client(ParkedEventsService, 'tenancy'),
    vault: client(ParkedEventsService, 'vault'),
    lineage: client(ParkedEventsService, 'lineage'),
    crypto: client(ParkedEventsService, 'crypto'),
    audit: client(ParkedEventsService, 'audit'),
    compliance: client(ParkedEventsService, 'compliance'),
  };
}

/** Clients for analytics. */
function figureClients(kit: Pick<ModuleKit, 'client'>) {
  return {
    accessFigures: kit.client(AccessFiguresService, 'audit'),
    peopleFigures: kit.client(PeopleFiguresService, 'vault'),
    loginFigures: kit.client(LoginFiguresService, 'identity'),
    companyFigures: kit.client(CompanyFiguresService, 'tenancy'),
    trend: kit.client(TrendService, 'compliance'),
  };
}
