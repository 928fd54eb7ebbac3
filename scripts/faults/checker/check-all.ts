import { type Client, createClient } from '@pii-vault/contract/client';
import { connectDatabase } from '../../running-vault/database-access.ts';
import type { Tenant } from '../load/start-load.ts';
import type { Webhooks } from '../load/webhooks.ts';
import type { ListedPerson } from './check-people.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { compareTold } from './compare-told.ts';
import { type Finding, findingOf } from './finding.ts';
import { type Asked, listEveryone, revealEveryone } from './last-answers.ts';
import { checkLeaks } from './leaks.ts';
import { checkProofs } from './proofs.ts';
import { readTellable } from './tellable.ts';
import { comesToRest, REST_MS } from './unrest.ts';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** A vault, what its clients were told, and where it keeps its files. */
export interface Checked extends Asked {
  readonly address: string;
  readonly dataDir: string;
  readonly keysDir: string;
  /** Every folder that it writes to. */
  readonly folders: readonly string[];
  /** Where the companies are told of what happens, if they are. */
  readonly webhooks?: Pick<Webhooks, 'received'>;
}

/**
 * Compares everything that clients were told with what is there, through the API and in the database.
 * @param restMs how long the vault may take, before and after it is asked, until nothing is under way or to be told
 */
export async function checkAll(checked: Checked, restMs = REST_MS): Promise<Finding[]> {
  const { dataDir, folders, load } = checked;
  const unrest = await comesToRest(dataDir, restMs);
  const listed = await listEveryone(checked);
  const leftOut = await revealEveryone(checked);
  const rested = await comesToRest(dataDir, restMs);
  const [first] = checked.tenants;
  return [
    ...(await compareInSnapshot(checked, listed)),
    ...(await compareWebhooks(checked, restMs)),
    ...findingOf('no acknowledged write lost', 'people whom the last reveal left out', leftOut),
    ...findingOf('nothing is left behind', 'under way for too long', [...unrest, ...rested]),
    ...(first === undefined ? [] : await checkProofs(clientOf(checked, first), checked)),
    ...(await checkLeaks(load.told.people.values(), folders)),
  ];
}

async function compareInSnapshot(
  { dataDir, tenants, load }: Checked,
  listed: readonly ListedPerson[],
): Promise<Finding[]> {
  const client = await connectDatabase(dataDir);
  try {
    await client.query(SNAPSHOT);
    const companies = tenants.map(({ companyId }) => companyId);
    return await compareTold(client, load.told, companies, listed);
  } finally {
    await client.end();
  }
}

/** In a snapshot of its own for each look: it waits until the last message is sent. */
async function compareWebhooks({ dataDir, load, webhooks }: Checked, restMs: number): Promise<Finding[]> {
  if (webhooks === undefined) return [];
  const client = await connectDatabase(dataDir);
  const read = async (companies: readonly number[]) => {
    await client.query(SNAPSHOT);
    const tellable = await readTellable(client, companies);
    await client.query('COMMIT');
    return tellable;
  };
  try {
    return await checkWebhooks(read, webhooks, [...load.told.people.values()], restMs);
  } finally {
    await client.end();
  }
}

function clientOf({ address }: Checked, { bearer }: Tenant): Client {
  return createClient({ baseUrl: `${address}/api`, getToken: () => bearer });
}
