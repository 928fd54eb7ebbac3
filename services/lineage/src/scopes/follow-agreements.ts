import type { Database } from '@pii-vault/platform/db/database';
import { notedAgreements, openAgreements } from './agreement-store.ts';
import type { AgreementWatch } from './agreement-watch.ts';
import { closeAgreement } from './close-agreement.ts';

/** Opens a scope for each agreement that came into force and clears those that ended. */
export async function followAgreements(
  db: Pick<Database, 'system'>,
  agreements: Pick<AgreementWatch, 'refresh'>,
  encodingVersion: number,
  signal: AbortSignal,
): Promise<void> {
  const live = await agreements.refresh();
  await db.system((tx) => openAgreements(tx, live, encodingVersion));
  const noted = await db.system(notedAgreements);
  const among = (known: typeof live) => new Set(known.map(({ id }) => id));
  if (noted.every((id) => among(live).has(id))) return;
  // Another process may have noted one that came into force after this one had asked.
  const current = among(await agreements.refresh());
  for (const ended of noted.filter((id) => !current.has(id)))
    while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
}
