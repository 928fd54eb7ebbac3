import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EmptyCluster, initialize, OPTIONS_HASH } from './initdb.ts';

/** The prepared data folder of a PostgreSQL installation. The first start creates it; later starts copy it. */
export async function preparedCluster(cluster: EmptyCluster): Promise<string> {
  const beside = join(dirname(cluster.binaries.initdb), '..');
  await removeOldDrafts(beside);
  const prepared = join(beside, `empty-${OPTIONS_HASH}`);
  if (existsSync(prepared)) return prepared;
  const draft = `${prepared}.${randomBytes(4).toString('hex')}`;
  try {
    await initialize(cluster, draft);
    await rename(draft, prepared);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start may have created it meanwhile.
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}

const DRAFT = /^empty-[0-9a-f]{8}\.[0-9a-f]{8}(\.password)?$/;
/** Far more than the seconds that a start needs to create one. */
const ABANDONED_MS = 3_600_000;

/** Removes the drafts of killed starts. */
async function removeOldDrafts(beside: string): Promise<void> {
  for (const name of await readdir(beside)) {
    if (!DRAFT.test(name)) continue;
    const path = join(beside, name);
    const changedAt = await stat(path).catch(() => undefined);
    if (changedAt === undefined || Date.now() - changedAt.mtimeMs < ABANDONED_MS) continue;
    // Fails if this user cannot write to the installation.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
