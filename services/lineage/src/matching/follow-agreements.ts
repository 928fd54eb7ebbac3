import type { Database } from '@pii-vault/platform/postgres/database';
import { notedAgreements, openAgreements } from '../spaces/scopes/agreement-store.ts';
import type { AgreementWatch, LiveAgreement } from '../spaces/scopes/agreement-watch.ts';
import { closeAgreement } from './close-agreement.ts';

/** Opens a scope for each agreement that came into force, and deletes those of ended agreements. */
export async function followAgreements(
  db: Pick<Database, 'system'>,
  agreements: Pick<AgreementWatch, 'refresh'>,
  encodingVersion: number,
  signal: AbortSignal,
): Promise<void> {
  const live = await agreements.refresh();
  await db.system((tx) => openAgreements(tx, live, encodingVersion));
  const noted = await db.system(notedAgreements);
  if (withoutThese(noted, live).length === 0) return;
  // Another process may have stored an agreement that came into force after this process polled.
  for (const ended of withoutThese(noted, await agreements.refresh()))
    while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
}

function withoutThese(ids: readonly number[], agreements: readonly LiveAgreement[]): number[] {
  const known = new Set(agreements.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
