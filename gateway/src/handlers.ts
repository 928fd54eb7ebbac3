import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { accessControlHandlers } from './access-control/access-control-routes.ts';
import { accessReviewsHandlers } from './access-reviews/access-reviews-routes.ts';
import { analyticsHandlers } from './analytics/analytics-routes.ts';
import { approvalsHandlers } from './approvals/approvals-routes.ts';
import { auditTrailHandlers } from './audit-trail/audit-trail-routes.ts';
import { auditUserActionsHandlers } from './audit-user-actions/audit-user-actions-routes.ts';
import { authHandlers } from './auth/auth-routes.ts';
import { factorsHandlers } from './auth/factors-routes.ts';
import { passwordsHandlers } from './auth/passwords-routes.ts';
import { tokensHandlers } from './auth/tokens-routes.ts';
import type { Clients } from './clients.ts';
import { companiesHandlers } from './companies/companies-routes.ts';
import type { CompanyNames } from './companies/company-names.ts';
import { complianceHandlers } from './compliance/compliance-routes.ts';
import { complianceReportsHandlers } from './compliance-reports/compliance-reports-routes.ts';
import type { ConsentWarnings } from './consents/consent-warnings.ts';
import { consentsHandlers } from './consents/consents-routes.ts';
import { dashboardHandlers } from './dashboard/dashboard-routes.ts';
import { dataLineageHandlers } from './data-lineage/data-lineage-routes.ts';
import type { CookieNames } from './edge/cookies.ts';
import type { AllHandlers } from './edge/dispatch.ts';
import type { InternalTokens } from './edge/internal-tokens.ts';
import type { ZoneFor } from './edge/period.ts';
import { encryptionKeysHandlers } from './encryption-keys/encryption-keys-routes.ts';
import { environmentHandlers } from './environment/environment-routes.ts';
import { erasuresHandlers } from './erasures/erasures-routes.ts';
import { importsHandlers } from './imports/imports-routes.ts';
import { individualsHandlers } from './individuals/individuals-routes.ts';
import type { LinkingCompanies } from './individuals/linking-companies.ts';
import { linkAgreementsHandlers } from './link-agreements/link-agreements-routes.ts';
import { parkedEventsHandlers } from './parked-events/parked-events-routes.ts';
import { passedHandlers } from './passed/passed-rows.ts';
import { piiDemoHandlers } from './pii-demo/pii-demo-routes.ts';
import { piiFieldsHandlers } from './pii-fields/pii-fields-routes.ts';
import { piiRecordsHandlers } from './pii-records/pii-records-routes.ts';
import { principalsHandlers } from './principals/principals-routes.ts';
import { referenceHandlers } from './reference/reference-routes.ts';
import { revealBudgetsHandlers } from './reveal-budgets/reveal-budgets-routes.ts';
import { blockedIpsHandlers } from './security/blocked-ips-routes.ts';
import { securityHandlers } from './security/security-routes.ts';
import { apiCredentialsHandlers } from './users/api-credentials-routes.ts';
import { manageUsersHandlers } from './users/manage-users-routes.ts';
import { userSessionsHandlers } from './users/user-sessions-routes.ts';
import { usersHandlers } from './users/users-routes.ts';
import { waitingHandlers } from './waiting/waiting-routes.ts';
import { webhooksHandlers } from './webhooks/webhooks-routes.ts';

export interface HandlerDeps extends Clients {
  readonly self: () => Ctx;
  readonly names: CompanyNames;
  readonly zoneFor: ZoneFor;
  readonly consentWarnings: ConsentWarnings;
  readonly linking: LinkingCompanies;
  readonly tokens: InternalTokens;
  readonly cookies: CookieNames;
  readonly refreshSources: () => Promise<unknown>;
  readonly isHttps: boolean;
  readonly importLimitBytes: number;
  readonly bodyPatienceMs: number;
  readonly environment: 'development' | 'testing' | 'production';
  readonly databaseName: string;
  readonly builtAt: Date;
}

/** Handlers of all calls of the contract; a missing one is a compile error. */
export function createHandlers(deps: HandlerDeps): AllHandlers {
  return {
    ...passedHandlers(deps),
    ...authHandlers(deps),
    ...factorsHandlers(deps),
    ...passwordsHandlers(deps),
    ...tokensHandlers(deps),
    ...usersHandlers(deps),
    ...manageUsersHandlers(deps),
    ...apiCredentialsHandlers(deps),
    ...userSessionsHandlers(deps),
    ...companiesHandlers(deps),
    ...linkAgreementsHandlers(deps),
    ...webhooksHandlers(deps),
    ...individualsHandlers(deps),
    ...piiRecordsHandlers(deps),
    ...piiFieldsHandlers(deps),
    ...piiDemoHandlers(deps),
    ...revealBudgetsHandlers(deps),
    ...approvalsHandlers(deps),
    ...importsHandlers(deps),
    ...consentsHandlers(deps),
    ...erasuresHandlers(deps),
    ...principalsHandlers(deps),
    ...dataLineageHandlers(deps),
    ...auditTrailHandlers(deps),
    ...auditUserActionsHandlers(deps),
    ...dashboardHandlers(deps),
    ...waitingHandlers(deps),
    ...parkedEventsHandlers(deps),
    ...analyticsHandlers(deps),
    ...complianceHandlers(deps),
    ...complianceReportsHandlers(deps),
    ...accessReviewsHandlers(deps),
    ...encryptionKeysHandlers(deps),
    ...accessControlHandlers(deps),
    ...securityHandlers(deps),
    ...blockedIpsHandlers(deps),
    ...environmentHandlers(deps),
    ...referenceHandlers(),
  };
}
