import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { DisclosuresServiceService } from '@pii-vault/proto/audit/v1/disclosures';
import { ExportsServiceService } from '@pii-vault/proto/audit/v1/exports';
import { FiguresServiceService as AccessFiguresServiceService } from '@pii-vault/proto/audit/v1/figures';
import { TrailServiceService } from '@pii-vault/proto/audit/v1/trail';
import { UserActionsServiceService } from '@pii-vault/proto/audit/v1/user_actions';
import { AccessReviewsServiceService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksServiceService } from '@pii-vault/proto/compliance/v1/checks';
import { DeadlinesServiceService } from '@pii-vault/proto/compliance/v1/deadlines';
import { GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesServiceService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsServiceService } from '@pii-vault/proto/compliance/v1/reports';
import { TrendServiceService } from '@pii-vault/proto/compliance/v1/trend';
import { RegisterServiceService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsServiceService } from '@pii-vault/proto/crypto/v1/rotations';
import { ApiCredentialServiceService } from '@pii-vault/proto/identity/v1/api_credentials';
import { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import { CompanyRoleServiceService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryServiceService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPolicyServiceService } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorServiceService } from '@pii-vault/proto/identity/v1/factors';
import { FiguresServiceService as LoginFiguresServiceService } from '@pii-vault/proto/identity/v1/figures';
import { PasswordServiceService } from '@pii-vault/proto/identity/v1/passwords';
import { BlockedAddressServiceService, SecurityServiceService } from '@pii-vault/proto/identity/v1/security';
import { SessionServiceService } from '@pii-vault/proto/identity/v1/sessions';
import { UserServiceService } from '@pii-vault/proto/identity/v1/users';
import { LinkFactsServiceService } from '@pii-vault/proto/lineage/v1/link_facts';
import { LinksServiceService } from '@pii-vault/proto/lineage/v1/links';
import { ProbesServiceService } from '@pii-vault/proto/lineage/v1/probes';
import { AccessRuleServiceService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { CompanyServiceService } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { FiguresServiceService as CompanyFiguresServiceService } from '@pii-vault/proto/tenancy/v1/figures';
import { LinkAgreementServiceService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { WebhookServiceService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { ApprovalsServiceService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsServiceService } from '@pii-vault/proto/vault/v1/budgets';
import { ConsentsServiceService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresServiceService } from '@pii-vault/proto/vault/v1/erasures';
import { FieldsServiceService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresServiceService as PeopleFiguresServiceService } from '@pii-vault/proto/vault/v1/figures';
import { ImportsServiceService } from '@pii-vault/proto/vault/v1/imports';
import { IndividualsServiceService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowsServiceService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsServiceService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsServiceService } from '@pii-vault/proto/vault/v1/records';
import { SearchServiceService } from '@pii-vault/proto/vault/v1/search';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';

/** Clients of all services that the gateway calls, by noun. */
export type Clients = ReturnType<typeof createClients>;

export function createClients(kit: Pick<ModuleKit, 'client'>) {
  return {
    auth: kit.client(AuthServiceService, 'identity'),
    sessions: kit.client(SessionServiceService, 'identity'),
    factors: kit.client(FactorServiceService, 'identity'),
    factorPolicies: kit.client(FactorPolicyServiceService, 'identity'),
    passwords: kit.client(PasswordServiceService, 'identity'),
    users: kit.client(UserServiceService, 'identity'),
    userDirectory: kit.client(UserDirectoryServiceService, 'identity'),
    companyRoles: kit.client(CompanyRoleServiceService, 'identity'),
    apiCredentials: kit.client(ApiCredentialServiceService, 'identity'),
    security: kit.client(SecurityServiceService, 'identity'),
    blockedAddresses: kit.client(BlockedAddressServiceService, 'identity'),
    accessRules: kit.client(AccessRuleServiceService, 'tenancy'),
    companies: kit.client(CompanyServiceService, 'tenancy'),
    companyDirectory: kit.client(DirectoryServiceService, 'tenancy'),
    linkAgreements: kit.client(LinkAgreementServiceService, 'tenancy'),
    webhooks: kit.client(WebhookServiceService, 'tenancy'),
    individuals: kit.client(IndividualsServiceService, 'vault'),
    fields: kit.client(FieldsServiceService, 'vault'),
    records: kit.client(RecordsServiceService, 'vault'),
    search: kit.client(SearchServiceService, 'vault'),
    consents: kit.client(ConsentsServiceService, 'vault'),
    erasures: kit.client(ErasuresServiceService, 'vault'),
    principals: kit.client(PrincipalsServiceService, 'vault'),
    approvals: kit.client(ApprovalsServiceService, 'vault'),
    budgets: kit.client(BudgetsServiceService, 'vault'),
    imports: kit.client(ImportsServiceService, 'vault'),
    vaultStats: kit.client(StatsServiceService, 'vault'),
    links: kit.client(LinksServiceService, 'lineage'),
    linkFacts: kit.client(LinkFactsServiceService, 'lineage'),
    probes: kit.client(ProbesServiceService, 'lineage'),
    trail: kit.client(TrailServiceService, 'audit'),
    userActions: kit.client(UserActionsServiceService, 'audit'),
    ...figureClients(kit),
    disclosures: kit.client(DisclosuresServiceService, 'audit'),
    exports: kit.client(ExportsServiceService, 'audit'),
    checks: kit.client(ChecksServiceService, 'compliance'),
    deadlines: kit.client(DeadlinesServiceService, 'compliance'),
    purposes: kit.client(PurposesServiceService, 'compliance'),
    grievances: kit.client(GrievancesServiceService, 'compliance'),
    incidents: kit.client(IncidentsServiceService, 'compliance'),
    recipients: kit.client(RecipientsServiceService, 'compliance'),
    reports: kit.client(ReportsServiceService, 'compliance'),
    accessReviews: kit.client(AccessReviewsServiceService, 'compliance'),
    keyRegister: kit.client(RegisterServiceService, 'crypto'),
    keyRotations: kit.client(RotationsServiceService, 'crypto'),
    keyRows: kit.client(KeyRowsServiceService, 'vault'),
  };
}

/** Clients for analytics. */
function figureClients(kit: Pick<ModuleKit, 'client'>) {
  return {
    accessFigures: kit.client(AccessFiguresServiceService, 'audit'),
    peopleFigures: kit.client(PeopleFiguresServiceService, 'vault'),
    loginFigures: kit.client(LoginFiguresServiceService, 'identity'),
    companyFigures: kit.client(CompanyFiguresServiceService, 'tenancy'),
    trend: kit.client(TrendServiceService, 'compliance'),
  };
}
