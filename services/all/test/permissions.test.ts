import { readdir, readFile } from 'node:fs/promises';
import type { RouteKey } from '@pii-vault/contract/routes';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { SERVICE_NAMES, SESSION_LACKS, type ServiceName } from '@pii-vault/platform/core/context/caller';
import type { ServedMethod } from '@pii-vault/platform/rpc/serve';
import { TrailService as Trail } from '@pii-vault/proto/audit/v1/trail';
import { UserActionsService as UserActions } from '@pii-vault/proto/audit/v1/user_actions';
import { AccessReviewsService as AccessReviews } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksService as Checks } from '@pii-vault/proto/compliance/v1/checks';
import { GrievancesService as Grievances } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsService as Incidents } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesService as Purposes } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsService as Recipients } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsService as Reports } from '@pii-vault/proto/compliance/v1/reports';
import { TrendService as Trend } from '@pii-vault/proto/compliance/v1/trend';
import { RegisterService as Keys } from '@pii-vault/proto/crypto/v1/register';
import { RotationsService as Rotations } from '@pii-vault/proto/crypto/v1/rotations';
import { ApiCredentialsService as Credentials } from '@pii-vault/proto/identity/v1/api_credentials';
import { CompanyRolesService as CompanyRoles } from '@pii-vault/proto/identity/v1/company_roles';
import { FactorPoliciesService as FactorPolicies } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorsService as Factors } from '@pii-vault/proto/identity/v1/factors';
import { FiguresService as LoginFigures } from '@pii-vault/proto/identity/v1/figures';
import {
  BlockedAddressesService as Blocks,
  SecurityService as Security,
} from '@pii-vault/proto/identity/v1/security';
import { SessionsService as Sessions } from '@pii-vault/proto/identity/v1/sessions';
import { UsersService as Users } from '@pii-vault/proto/identity/v1/users';
import { LinksService as Links } from '@pii-vault/proto/lineage/v1/links';
import { ProbesService as Probes } from '@pii-vault/proto/lineage/v1/probes';
import { ParkedEventsService as Parked } from '@pii-vault/proto/platform/v1/parked_events';
import { AccessRulesService as AccessRules } from '@pii-vault/proto/tenancy/v1/access_rules';
import { CompaniesService as Companies } from '@pii-vault/proto/tenancy/v1/companies';
import { LinkAgreementsService as Agreements } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { WebhooksService as Webhooks } from '@pii-vault/proto/tenancy/v1/webhooks';
import { ApprovalsService as Approvals } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService as Budgets } from '@pii-vault/proto/vault/v1/budgets';
import { ConsentsService as Consents } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresService as Erasures } from '@pii-vault/proto/vault/v1/erasures';
import { FieldsService as Fields } from '@pii-vault/proto/vault/v1/fields';
import { FiguresService as PeopleFigures } from '@pii-vault/proto/vault/v1/figures';
import { ImportsService as Imports } from '@pii-vault/proto/vault/v1/imports';
import { IndividualsService as Individuals } from '@pii-vault/proto/vault/v1/individuals';
import { PrincipalsService as Principals } from '@pii-vault/proto/vault/v1/principals';
import { RecordsService as Records } from '@pii-vault/proto/vault/v1/records';
import { SearchService as Search } from '@pii-vault/proto/vault/v1/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { isOpenTo, probedRule } from './probed-rule.ts';
import { evenLacking, whoMayCall } from './who-may-call.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** The RPC that enforces each route with a permission or a fresh proof. */
const decidedBy: Partial<Record<RouteKey, { readonly path: string }>> = {
  'POST /auth/token': Sessions.createApiToken,
  'GET /auth/demo-token': Sessions.createDemoToken,
  'POST /auth/factors/totp': Factors.beginTotp,
  'POST /auth/factors/totp/confirm': Factors.finishTotp,
  'POST /auth/factors/passkey': Factors.beginPasskey,
  'POST /auth/factors/passkey/confirm': Factors.finishPasskey,
  'PUT /auth/factors/{id}': Factors.renameFactor,
  'DELETE /auth/factors/{id}': Factors.removeFactor,
  'POST /auth/factors/recovery-codes': Factors.renewRecoveryCodes,
  'GET /users/{id}/factors': Factors.listUserFactors,
  'GET /second-factor-policy': FactorPolicies.getFactorPolicy,
  'PUT /second-factor-policy': FactorPolicies.setFactorPolicy,
  'DELETE /users/{id}/factors': Factors.resetUserFactors,
  'GET /users': Users.listUsers,
  'GET /users/export': Users.listUsers,
  'POST /users': Users.createUser,
  'GET /users/{id}': Users.getUser,
  'PUT /users/{id}': Users.updateUser,
  'DELETE /users/{id}': Users.deleteUser,
  'POST /users/{id}/status': Users.setUserStatus,
  'POST /users/{id}/admin-password': Users.setUserPassword,
  'POST /users/{id}/resend-email': Users.resendWelcome,
  'GET /users/{id}/company-roles': CompanyRoles.listCompanyRoles,
  'POST /users/{id}/company-roles': CompanyRoles.assignCompanyRole,
  'DELETE /users/{id}/company-roles/{assignmentId}': CompanyRoles.removeCompanyRole,
  'GET /users/{id}/api-credentials': Credentials.getApiCredentials,
  'POST /users/{id}/api-credentials/generate': Credentials.generateApiCredentials,
  'POST /users/{id}/api-credentials/rotate': Credentials.rotateApiCredentials,
  'DELETE /users/{id}/api-credentials': Credentials.revokeApiCredentials,
  'GET /users/{id}/sessions': Sessions.listUserSessions,
  'DELETE /users/{id}/sessions/{sid}': Sessions.endUserSession,
  'GET /security/login-statistics': Security.getLoginStatistics,
  'GET /security/login-timeline': LoginFigures.getLoginTimeline,
  'GET /security/high-risk-attempts': Security.listHighRiskAttempts,
  'GET /security/high-risk-attempts/export': Security.listHighRiskAttempts,
  'GET /security/devices': Security.listDevices,
  'GET /security/devices/export': Security.listDevices,
  'GET /security/threats': Security.listThreats,
  'POST /security/probes/{id}/lift': Probes.liftStop,
  'POST /security/blocked-ips': Blocks.blockAddress,
  'DELETE /security/blocked-ips': Blocks.unblockAddress,
  'GET /admin/access-control': AccessRules.listAccessRules,
  'POST /admin/access-control/ip': AccessRules.addAccessRule,
  'DELETE /admin/access-control/ip': AccessRules.removeAccessRule,
  'POST /admin/access-control/domain': AccessRules.addAccessRule,
  'DELETE /admin/access-control/domain': AccessRules.removeAccessRule,
  'GET /parked-events': Parked.listParkedEvents,
  'POST /parked-events/replay': Parked.replayParkedEvents,
  'POST /parked-events/discard': Parked.discardParkedEvent,
  'POST /companies': Companies.createCompany,
  'PUT /companies/{id}': Companies.updateCompany,
  'POST /companies/{id}/status': Companies.setCompanyStatus,
  'POST /companies/{id}/reactivation-requests': Companies.requestReactivation,
  'POST /companies/{id}/reactivation-requests/refuse': Companies.refuseReactivation,
  'DELETE /companies/{id}': Companies.deleteCompany,
  'GET /link-agreements': Agreements.listLinkAgreements,
  'GET /link-agreements/export': Agreements.listLinkAgreements,
  'POST /link-agreements': Agreements.createLinkAgreement,
  'POST /link-agreements/{id}/accept': Agreements.acceptLinkAgreement,
  'DELETE /link-agreements/{id}': Agreements.endLinkAgreement,
  'GET /webhooks': Webhooks.listWebhooks,
  'POST /webhooks': Webhooks.createWebhook,
  'PUT /webhooks/{id}': Webhooks.updateWebhook,
  'DELETE /webhooks/{id}': Webhooks.deleteWebhook,
  'POST /webhooks/{id}/rotate-secret': Webhooks.rotateWebhookSecret,
  'GET /webhooks/{id}/deliveries': Webhooks.listDeliveries,
  'POST /webhooks/{id}/deliveries/{deliveryId}/replay': Webhooks.replayDelivery,
  'GET /individuals': Individuals.listIndividuals,
  'POST /individuals': Individuals.createIndividual,
  'GET /individuals/summary': Individuals.getIndividualsSummary,
  'GET /individuals/export': Individuals.listIndividuals,
  'GET /individuals/{id}': Individuals.getIndividual,
  'GET /individuals/{id}/consents': Consents.listConsents,
  'POST /individuals/{id}/consent/withdraw': Consents.withdrawConsent,
  'POST /consents': Consents.giveConsents,
  'POST /consents/withdraw': Consents.withdrawConsents,
  'POST /erasures': Erasures.eraseIndividual,
  'POST /individuals/{id}/erase': Erasures.eraseIndividual,
  'GET /individuals/{id}/erasure': Erasures.getErasures,
  'GET /erasures': Erasures.listErasures,
  'GET /individuals/{id}/access-report': Principals.getAccessReport,
  'GET /individuals/{id}/nominee': Principals.getNominees,
  'PUT /individuals/{id}/nominee': Principals.setNominees,
  'POST /pii-records': Records.createRecord,
  'POST /pii-records/batch': Records.createRecords,
  'POST /pii-records/reveal': Records.revealRecords,
  'POST /pii-fields': Fields.createField,
  'GET /pii-fields/{id}': Fields.getField,
  'GET /pii-fields/{id}/history': Fields.getFieldHistory,
  'DELETE /pii-fields/{id}': Fields.deleteField,
  'GET /pii-demo': Fields.listRecentFields,
  'POST /pii-search': Search.searchPii,
  'GET /reveal-budget': Budgets.getRevealBudget,
  'GET /reveal-policy': Budgets.getRevealPolicy,
  'PUT /reveal-policy': Budgets.setRevealPolicy,
  'POST /reveal-policy/changes/{id}/decide': Budgets.decidePolicyChange,
  'GET /approvals': Approvals.listApprovals,
  'POST /approvals': Approvals.requestApproval,
  'POST /approvals/{id}/approve': Approvals.decideApproval,
  'POST /approvals/{id}/refuse': Approvals.decideApproval,
  'POST /imports': Imports.createImport,
  'GET /imports': Imports.listImports,
  'GET /imports/{id}': Imports.getImport,
  'GET /imports/{id}/errors': Imports.listImportErrors,
  'GET /imports/{id}/same-records': Imports.listImportCorrections,
  'DELETE /imports/{id}': Imports.cancelImport,
  'PUT /imports/{id}/mapping': Imports.mapImport,
  'POST /imports/{id}/retry': Imports.retryImport,
  'GET /encryption-keys': Keys.listKeys,
  'GET /encryption-keys/export': Keys.listKeys,
  'POST /encryption-keys/rotate': Rotations.rotateKey,
  'GET /encryption-keys/rotations': Rotations.listRotations,
  'GET /encryption-keys/rotations/{id}': Rotations.getRotation,
  'DELETE /encryption-keys/{id}': Rotations.deleteKey,
  'GET /hsm/status': Keys.hsmStatus,
  'GET /duplicates': Links.listDuplicates,
  'GET /data-lineage': Links.getGraph,
  'GET /data-lineage/summary': Links.getSummary,
  'GET /data-lineage/entries': Links.listEntries,
  'GET /data-lineage/entries/export': Links.listEntries,
  'GET /data-lineage/analysis': Links.getAnalysis,
  'GET /dashboard/metrics': PeopleFigures.countIndividuals,
  'GET /analytics': PeopleFigures.getPeopleFigures,
  'GET /audit-trail/export': Trail.listTrail,
  'GET /audit-user-actions': UserActions.listUserActions,
  'GET /audit-user-actions/export': UserActions.listUserActions,
  'GET /data-lineage/entries/{id}/explain': Links.explainEntry,
  'POST /data-lineage/entries/{id}/decision': Links.decideEntry,
  'DELETE /data-lineage/entries/{id}/decision': Links.withdrawDecision,
  'POST /data-lineage/verifications': Links.verifyEntries,
  'GET /audit-trail': Trail.listTrail,
  'GET /audit-trail/checkpoint': Trail.getCheckpoint,
  'GET /audit-trail/proofs': Trail.getProofs,
  'GET /audit-trail/consistency': Trail.getConsistency,
  'POST /audit-trail/verify': Trail.verify,
  'GET /audit-trail/verifications/{id}': Trail.getVerification,
  'GET /audit-trail/{id}/proof': Trail.getProof,
  'GET /compliance': Checks.listChecks,
  'GET /compliance/export': Checks.listChecks,
  'GET /compliance/trend': Trend.getRegulationTrend,
  'GET /compliance/history': Checks.listHistory,
  'GET /compliance/history/export': Checks.listHistory,
  'POST /compliance/run': Checks.runChecks,
  'POST /compliance/reports': Reports.createReport,
  'GET /access-reviews': AccessReviews.listAccessReviews,
  'POST /access-reviews': AccessReviews.startAccessReview,
  'GET /access-reviews/{id}': AccessReviews.getAccessReview,
  'GET /access-reviews/{id}/lines': AccessReviews.listAccessLines,
  'POST /access-reviews/{id}/lines/{lineId}/decision': AccessReviews.decideAccessLine,
  'POST /access-reviews/{id}/keep': AccessReviews.keepOpenLines,
  'POST /access-reviews/{id}/finish': AccessReviews.finishAccessReview,
  'GET /access-reviews/{id}/evidence': AccessReviews.getAccessEvidence,
  'GET /compliance/reports': Reports.listReports,
  'GET /compliance/reports/{id}/file': Reports.getReportFile,
  'GET /purposes': Purposes.listPurposes,
  'POST /purposes': Purposes.createPurpose,
  'PUT /purposes/{id}': Purposes.updatePurpose,
  'GET /grievances': Grievances.listGrievances,
  'POST /grievances': Grievances.createGrievance,
  'PUT /grievances/{id}': Grievances.updateGrievance,
  'GET /incidents': Incidents.listIncidents,
  'POST /incidents': Incidents.createIncident,
  'PUT /incidents/{id}': Incidents.updateIncident,
  'GET /recipients': Recipients.listRecipients,
  'POST /recipients': Recipients.createRecipient,
  'PUT /recipients/{id}': Recipients.updateRecipient,
};

let vault: WholeVault;
beforeAll(async () => {
  vault = await startWholeVault(allModules);
});
afterAll(() => vault?.stop());

const methodsOf = (service: ServiceName) => vault.host.dispatcher(service).methods;
const nameOf = ({ definition }: ServedMethod) => definition.path.split('/').at(-1) ?? '';

const asking = (routes as readonly Row[]).filter(
  (row) => row.permission !== undefined || row.proof !== undefined,
);

describe('permissions and fresh proofs of the contract', () => {
  it.each(asking.map((row) => [`${row.method} ${row.path}` as RouteKey, row] as const))('%s', (key, row) => {
    const path = decidedBy[key]?.path;
    const methods = SERVICE_NAMES.flatMap(methodsOf);
    const method = methods.find(({ definition }) => definition.path === path);
    expect({ permission: method?.permission, proof: method?.proof }).toEqual({
      permission: row.permission,
      proof: row.proof,
    });
  });

  it('include every RPC that requires a proof', () => {
    const proven = SERVICE_NAMES.flatMap(methodsOf).filter(({ proof }) => proof !== undefined);
    const decided = new Set(
      asking
        .filter(({ proof }) => proof !== undefined)
        .map((row) => decidedBy[`${row.method} ${row.path}` as RouteKey]?.path),
    );
    expect(new Set(proven.map(({ definition }) => definition.path))).toEqual(decided);
  });
});

describe('every RPC', () => {
  it('that a proto file declares is served', async () => {
    const folder = new URL('../../../proto/piivault/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.proto'));
    const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
    const declared = sources.flatMap((source) =>
      [...source.matchAll(/^ *rpc (\w+)/gm)].map(([, name]) => name),
    );
    const served = new Set(SERVICE_NAMES.flatMap((service) => methodsOf(service).map(nameOf)));
    // Replay is served only during a restore (revocations-rpc.test.ts). Every process serves Carry, which checks the
    // caller of each carried call (carrier.test.ts, tls.test.ts).
    expect(declared.filter((name) => !served.has(name ?? '')).toSorted()).toEqual(['Carry', 'Replay']);
  });

  it.each(SERVICE_NAMES)('of %s has an expected list of callers, and refuses all others', (service) => {
    const rows = Object.entries(whoMayCall[service] ?? {}).flatMap(([rule, names]) =>
      names.map((name) => [name, rule]),
    );
    const found = methodsOf(service).map((method) => [nameOf(method), probedRule(method)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rows));
    expect(found.length).toBe(rows.length);
  });

  it.each(SESSION_LACKS)('except the expected ones refuses a session that lacks its %s', (lacks) => {
    const open = SERVICE_NAMES.flatMap(methodsOf).filter((method) => isOpenTo(method, lacks));
    expect(open.map(nameOf).sort()).toEqual([...evenLacking[lacks]].sort());
  });

  it.each(SERVICE_NAMES)('of %s refuses calls without a token, and an unsigned token', async (service) => {
    const dispatcher = vault.host.dispatcher(service);
    for (const { definition } of dispatcher.methods)
      for (const authorization of ['', 'Bearer a.b.c']) {
        const { signal } = new AbortController();
        const headers = {
          path: definition.path,
          metadata: { authorization },
          deadlineAt: Date.now() + 9_000,
          signal,
        };
        const refused = expect.objectContaining({ code: 'UNAUTHENTICATED' });
        await expect(dispatcher.unary(headers, Buffer.alloc(0)), definition.path).rejects.toEqual(refused);
      }
  });
});
