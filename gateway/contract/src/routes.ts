import { accessControlRoutes } from './access-control/access-control-routes.ts';
import { accessReviewsRoutes } from './access-reviews/access-reviews-routes.ts';
import { analyticsRoutes } from './analytics/analytics-routes.ts';
import { approvalsRoutes } from './approvals/approvals-routes.ts';
import { auditTrailRoutes } from './audit-trail/audit-trail-routes.ts';
import { auditUserActionsRoutes } from './audit-user-actions/audit-user-actions-routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { factorsRoutes } from './auth/factors-routes.ts';
import { passwordsRoutes } from './auth/passwords-routes.ts';
import { tokensRoutes } from './auth/tokens-routes.ts';
import { companiesRoutes } from './companies/companies-routes.ts';
import { complianceRoutes } from './compliance/compliance-routes.ts';
import { complianceReportsRoutes } from './compliance-reports/compliance-reports-routes.ts';
import { consentsRoutes } from './consents/consents-routes.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { dataLineageRoutes } from './data-lineage/data-lineage-routes.ts';
import { duplicatesRoutes } from './duplicates/duplicates-routes.ts';
import { encryptionKeysRoutes } from './encryption-keys/encryption-keys-routes.ts';
import { environmentRoutes } from './environment/environment-routes.ts';
import { erasuresRoutes } from './erasures/erasures-routes.ts';
import { grievancesRoutes } from './grievances/grievances-routes.ts';
import { hsmRoutes } from './hsm/hsm-routes.ts';
import { importsRoutes } from './imports/imports-routes.ts';
import { incidentsRoutes } from './incidents/incidents-routes.ts';
import { individualsRoutes } from './individuals/individuals-routes.ts';
import { linkAgreementsRoutes } from './link-agreements/link-agreements-routes.ts';
import { parkedEventsRoutes } from './parked-events/parked-events-routes.ts';
import { piiDemoRoutes } from './pii-demo/pii-demo-routes.ts';
import { piiFieldsRoutes } from './pii-fields/pii-fields-routes.ts';
import { piiRecordsRoutes } from './pii-records/pii-records-routes.ts';
import { piiSearchRoutes } from './pii-search/pii-search-routes.ts';
import { principalsRoutes } from './principals/principals-routes.ts';
import { purposesRoutes } from './purposes/purposes-routes.ts';
import { recipientsRoutes } from './recipients/recipients-routes.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { revealBudgetsRoutes } from './reveal-budgets/reveal-budgets-routes.ts';
import { secondFactorPolicyRoutes } from './second-factor-policy/second-factor-policy-routes.ts';
import { blockedIpsRoutes } from './security/blocked-ips-routes.ts';
import { securityRoutes } from './security/security-routes.ts';
import { apiCredentialsRoutes } from './users/api-credentials-routes.ts';
import { manageUsersRoutes } from './users/manage-users-routes.ts';
import { userSessionsRoutes } from './users/user-sessions-routes.ts';
import { usersRoutes } from './users/users-routes.ts';
import { waitingRoutes } from './waiting/waiting-routes.ts';
import { webhooksRoutes } from './webhooks/webhooks-routes.ts';

/** All calls of the API, grouped by noun; nouns are the tags of the reference. */
export const routesByNoun = {
  auth: authRoutes,
  factors: factorsRoutes,
  'second-factor-policy': secondFactorPolicyRoutes,
  passwords: passwordsRoutes,
  tokens: tokensRoutes,
  companies: companiesRoutes,
  'link-agreements': linkAgreementsRoutes,
  webhooks: webhooksRoutes,
  individuals: individualsRoutes,
  'pii-records': piiRecordsRoutes,
  'pii-fields': piiFieldsRoutes,
  'pii-demo': piiDemoRoutes,
  'pii-search': piiSearchRoutes,
  'reveal-budgets': revealBudgetsRoutes,
  approvals: approvalsRoutes,
  imports: importsRoutes,
  consents: consentsRoutes,
  erasures: erasuresRoutes,
  principals: principalsRoutes,
  duplicates: duplicatesRoutes,
  'data-lineage': dataLineageRoutes,
  'audit-trail': auditTrailRoutes,
  'audit-user-actions': auditUserActionsRoutes,
  dashboard: dashboardRoutes,
  waiting: waitingRoutes,
  analytics: analyticsRoutes,
  compliance: complianceRoutes,
  complianceReports: complianceReportsRoutes,
  accessReviews: accessReviewsRoutes,
  purposes: purposesRoutes,
  grievances: grievancesRoutes,
  incidents: incidentsRoutes,
  recipients: recipientsRoutes,
  'access-control': accessControlRoutes,
  'parked-events': parkedEventsRoutes,
  security: securityRoutes,
  'blocked-ips': blockedIpsRoutes,
  users: usersRoutes,
  'user-management': manageUsersRoutes,
  'api-credentials': apiCredentialsRoutes,
  'user-sessions': userSessionsRoutes,
  'encryption-keys': encryptionKeysRoutes,
  hsm: hsmRoutes,
  environment: environmentRoutes,
  reference: referenceRoutes,
} as const;

export type Noun = keyof typeof routesByNoun;
export const routes = Object.values(routesByNoun).flat();
type AnyRow = (typeof routesByNoun)[Noun][number];

/** Name of a call: `METHOD /path`. */
export type RouteKey = AnyRow['key'];
/** Names of one noun's calls. */
export type KeysOf<N extends Noun> = (typeof routesByNoun)[N][number]['key'];
export type RowOf<K extends RouteKey> = Extract<AnyRow, { key: K }>;
