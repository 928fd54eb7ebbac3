import { type Client, createClient } from '@pii-vault/contract/client';
import { connectDatabase } from '../../running-vault/database-access.ts';
import type { Tenant } from '../load/start-load.ts';
import type { WebhookReceivers } from '../load/webhooks.ts';
import type { ListedPerson } from './check-people.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { compareHistory } from './compare-history.ts';
import { readExpectedWebhooks } from './expected-webhooks.ts';
import { type LoadedTenants, listAllPeople, revealAllPeople } from './final-reads.ts';
import { type Finding, findingOf } from './finding.ts';
import { checkLeaks } from './leaks.ts';
import { IDLE_TIMEOUT_MS, waitUntilIdle } from './pending-work.ts';
import { checkProofs } from './proofs.ts';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** A vault, the operation history of its clients, and its folders. */
export interface CheckTarget extends LoadedTenants {
  readonly address: string;
  readonly dataDir: string;
  readonly keysDir: string;
  /** Every folder that the vault writes to. */
  readonly folders: readonly string[];
  /** The companies' webhook receivers, if they have any. */
  readonly webhooks?: Pick<WebhookReceivers, 'received'>;
}

/**
 * Compares the operation history with the API's answers and the database.
 * @param idleTimeoutMs time in which the vault has to finish pending work, before and after the final reads
 */
export async function checkAll(checked: CheckTarget, idleTimeoutMs = IDLE_TIMEOUT_MS): Promise<Finding[]> {
  const { dataDir, folders, load } = checked;
  const pending = await waitUntilIdle(dataDir, idleTimeoutMs);
  const listed = await listAllPeople(checked);
  const notRevealed = await revealAllPeople(checked);
  const pendingAfter = await waitUntilIdle(dataDir, idleTimeoutMs);
  const [first] = checked.tenants;
  return [
    ...(await compareInSnapshot(checked, listed)),
    ...(await compareWebhooks(checked, idleTimeoutMs)),
    ...findingOf('no acknowledged write lost', 'people missing from the last reveal', notRevealed),
    ...findingOf('nothing is left behind', 'work that is still pending', [...pending, ...pendingAfter]),
    ...(first === undefined ? [] : await checkProofs(clientOf(checked, first), checked)),
    ...(await checkLeaks(load.history.people.values(), folders)),
  ];
}

async function compareInSnapshot(
  { dataDir, tenants, load }: CheckTarget,
  listed: readonly ListedPerson[],
): Promise<Finding[]> {
  const client = await connectDatabase(dataDir);
  try {
    await client.query(SNAPSHOT);
    const companies = tenants.map(({ companyId }) => companyId);
    return await compareHistory(client, load.history, companies, listed);
  } finally {
    await client.end();
  }
}

/** Waits until the last message is sent; each read uses a new snapshot. */
async function compareWebhooks(
  { dataDir, load, webhooks }: CheckTarget,
  idleTimeoutMs: number,
): Promise<Finding[]> {
  if (webhooks === undefined) return [];
  const client = await connectDatabase(dataDir);
  const read = async (companies: readonly number[]) => {
    await client.query(SNAPSHOT);
    const expected = await readExpectedWebhooks(client, companies);
    await client.query('COMMIT');
    return expected;
  };
  try {
    return await checkWebhooks(read, webhooks, [...load.history.people.values()], idleTimeoutMs);
  } finally {
    await client.end();
  }
}

function clientOf({ address }: CheckTarget, { bearer }: Tenant): Client {
  return createClient({ baseUrl: `${address}/api`, getToken: () => bearer });
}
