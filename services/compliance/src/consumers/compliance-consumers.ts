import type { ConsumerSpec } from '@pii-vault/platform/messaging/consumer-spec';
import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/messaging/service-consumers';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { KeyCreated, KeyDestroyed, KeyRotated } from '@pii-vault/proto/crypto/events/v1/key_events';
import {
  CompanyRoleChanged,
  UserChanged,
  UserCreated,
} from '@pii-vault/proto/identity/events/v1/identity_events';
import {
  AccessRuleChanged,
  CompanyChanged,
  LinkAgreementChanged,
} from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import {
  ErasureCompleted,
  IndividualErased,
  RecordChanged,
} from '@pii-vault/proto/vault/events/v1/vault_events';
import { requestAllRuns, requestRun } from '../registers/run-requests/run-request-store.ts';

/** The company that a message speaks of; undefined when it touches every one. */
type CompanyOf = (payload: Uint8Array) => number | undefined;

/** Events that touch what a rule rests on: tier, data, rights, keys, agreements, allow-list. */
const COMPANY_OF = new Map<string, CompanyOf>([
  ['tenancy.company_updated', (bytes) => CompanyChanged.decode(bytes).companyId],
  ['vault.individual_erased', (bytes) => IndividualErased.decode(bytes).companyId],
  ['vault.erasure_completed', (bytes) => ErasureCompleted.decode(bytes).companyId],
  ['tenancy.link_agreement_accepted', agreementViewer],
  ['tenancy.link_agreement_ended', agreementViewer],
  ['tenancy.access_rule_added', everybody],
  ['tenancy.access_rule_removed', everybody],
  ['identity.user_created', (bytes) => UserCreated.decode(bytes).companyId],
  ['identity.user_updated', (bytes) => UserChanged.decode(bytes).companyId],
  ['identity.user_deleted', (bytes) => UserChanged.decode(bytes).companyId],
  ['identity.company_role_assigned', roleCompany],
  ['identity.company_role_removed', roleCompany],
  ['crypto.key_created', (bytes) => KeyCreated.decode(bytes).companyId],
  ['crypto.key_rotated', (bytes) => KeyRotated.decode(bytes).companyId],
  ['crypto.key_destroyed', (bytes) => KeyDestroyed.decode(bytes).companyId],
]);

/** Each of these events makes the company's rules due; a burst causes one run (see dailyRun). */
export const complianceConsumers = defineConsumers({
  service: 'compliance',
  config: NO_SETTINGS,
  reads: [...COMPANY_OF.keys(), 'vault.record_changed'],
  specs: () => [AFTER_FACTS, AFTER_RECORDS],
});

const AFTER_FACTS: ConsumerSpec = {
  name: 'check-changed-facts',
  topics: [...COMPANY_OF.keys()],
  scope: 'system',
  onPoison: 'park',
  async handle({ tx, messages }) {
    await requestRuns(tx, new Set(messages.map(({ topic, payload }) => COMPANY_OF.get(topic)?.(payload))));
  },
};

/**
 * People's data and consents change all day long. A message that comes again makes a run more, an hour later at the
 * earliest.
 */
const AFTER_RECORDS: ConsumerSpec = {
  name: 'check-after-records',
  topics: ['vault.record_changed'],
  scope: 'system',
  onPoison: 'park',
  knowsRepeats: true,
  async handle({ tx, messages }) {
    const companies = new Set(messages.map(({ payload }) => RecordChanged.decode(payload).companyId));
    for (const companyId of inOrder(companies)) await requestRun(tx, companyId, 'not urgent');
  },
};

async function requestRuns(tx: Tx, companies: ReadonlySet<number | undefined>): Promise<void> {
  const named = [...companies].filter((id) => id !== undefined);
  if (named.length < companies.size) return await requestAllRuns(tx);
  // 0 is the deployment itself, which no rule of a company rests on.
  for (const companyId of inOrder(named)) if (companyId > 0) await requestRun(tx, companyId);
}

/** Consumers that lock rows in one order wait for each other and do not block each other. */
function inOrder(companies: Iterable<number>): number[] {
  return [...companies].sort((a, b) => a - b);
}

function agreementViewer(bytes: Uint8Array): number {
  return LinkAgreementChanged.decode(bytes).viewerCompanyId;
}

function roleCompany(bytes: Uint8Array): number {
  return CompanyRoleChanged.decode(bytes).companyId;
}

/** The allow-list holds for every company. */
function everybody(bytes: Uint8Array): undefined {
  AccessRuleChanged.decode(bytes);
}
