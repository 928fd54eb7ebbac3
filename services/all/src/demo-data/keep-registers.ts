import type { Client } from '@pii-vault/contract/client';
import type { DemoCompany } from './fill-vault.ts';
import {
  COMMON_PURPOSES,
  type DemoGrievance,
  type DemoIncident,
  ERASURE_REASONS,
  GRIEVANCES,
  INCIDENTS,
  OWN_PURPOSES,
  RECIPIENTS,
  WEBHOOKS,
} from './register-entries.ts';

const HOUR_MS = 3_600_000;
/** People of the first company who withdraw consent for one of their purposes. */
const WITHDRAWALS = 5;
const WITHDRAWN_PURPOSE = 'customer_service';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
const daysAgo = (days: number): string => hoursAgo(24 * days);

/** Registers webhooks before the first event that they receive. */
export async function addWebhooks(client: Client, { id: companyId }: DemoCompany): Promise<void> {
  for (const webhook of WEBHOOKS) await client.call('POST /webhooks', { body: { companyId, ...webhook } });
}

/** Fills the registers of a data protection officer: purposes for every company, the others for the first one. */
export async function keepRegisters(client: Client, companies: readonly DemoCompany[]): Promise<void> {
  await Promise.all(
    companies.map(async ({ id: companyId }) => {
      for (const purpose of COMMON_PURPOSES)
        await client.call('POST /purposes', { body: { companyId, ...purpose } });
    }),
  );
  const [home] = companies;
  if (home === undefined) return;
  const { id: companyId } = home;
  for (const purpose of OWN_PURPOSES)
    await client.call('POST /purposes', { body: { companyId, ...purpose } });
  for (const recipient of RECIPIENTS)
    await client.call('POST /recipients', { body: { companyId, ...recipient } });
  for (const grievance of GRIEVANCES) await enterGrievance(client, companyId, grievance);
  for (const incident of INCIDENTS) await enterIncident(client, companyId, incident);
}

/**
 * Reviews who may enter a company: each reviewer keeps what it may decide. That is neither its own account nor, within
 * seven days, one that depends on it (decision 0085), so the review of a new vault may stay open.
 * @returns whether it is finished
 */
export async function reviewAccess(
  reviewers: readonly [Client, ...Client[]],
  { id: companyId }: DemoCompany,
): Promise<boolean> {
  const [first] = reviewers;
  const { id, lines } = await first.call('POST /access-reviews', { body: { companyId } });
  const params = { id };
  let open = lines;
  for (const reviewer of reviewers)
    if (open > 0)
      open = (await reviewer.call('POST /access-reviews/{id}/keep', { params, body: { open } })).left;
  if (open > 0) return false;
  await first.call('POST /access-reviews/{id}/finish', { params });
  return true;
}

/** Evaluates every rule now, because the next scheduled run may be hours away. */
export async function runChecks(client: Client, companies: readonly DemoCompany[]): Promise<void> {
  for (const { id: companyId } of companies)
    await client.call('POST /compliance/run', { body: { companyId } });
}

async function enterGrievance(
  client: Client,
  companyId: number,
  { entry, receivedDaysAgo, closed }: DemoGrievance,
): Promise<void> {
  const { id } = await client.call('POST /grievances', {
    body: { companyId, ...entry, receivedAt: daysAgo(receivedDaysAgo) },
  });
  if (closed !== undefined)
    await client.call('PUT /grievances/{id}', {
      params: { id },
      body: { resolution: closed.resolution, closedAt: daysAgo(closed.daysAgo) },
    });
}

async function enterIncident(
  client: Client,
  companyId: number,
  { entry, awareHoursAgo, occurredHoursAgo, reportedHoursAgo }: DemoIncident,
): Promise<void> {
  const { id } = await client.call('POST /incidents', {
    body: { companyId, ...entry, awareAt: hoursAgo(awareHoursAgo), occurredAt: hoursAgo(occurredHoursAgo) },
  });
  if (reportedHoursAgo !== undefined)
    await client.call('PUT /incidents/{id}', {
      params: { id },
      body: { reportedAt: hoursAgo(reportedHoursAgo) },
    });
}

/** Some people of the first company withdraw a consent, and two ask for erasure: those whose records are oldest. */
export async function exerciseRights(
  client: Client,
  { id: companyId }: DemoCompany,
  oldestLast: readonly number[],
): Promise<void> {
  const oldest = oldestLast.toReversed();
  for (const [at, reason] of ERASURE_REASONS.entries()) {
    const id = oldest[at];
    if (id !== undefined)
      await client.call('POST /individuals/{id}/erase', { params: { id }, body: { companyId, reason } });
  }
  for (const id of oldest.slice(ERASURE_REASONS.length, ERASURE_REASONS.length + WITHDRAWALS))
    await client.call('POST /individuals/{id}/consent/withdraw', {
      params: { id },
      body: { companyId, purpose: WITHDRAWN_PURPOSE },
    });
}
