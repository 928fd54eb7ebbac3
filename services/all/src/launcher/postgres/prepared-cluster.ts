import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EmptyCluster, initialize, OPTIONS_HASH } from './initdb.ts';

/** The prepared data folder of a PostgreSQL installation, which starts copy. The first start makes it. */
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
    // Another start may have made it meanwhile.
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}

const DRAFT = /^empty-[0-9a-f]{8}\.[0-9a-f]{8}(\.password)?$/;
/** Making one takes seconds. */
const ABANDONED_MS = 3_600_000;

/** Removes the drafts of starts that were killed. */
async function removeOldDrafts(beside: string): Promise<void> {
  for (const name of await readdir(beside)) {
    if (!DRAFT.test(name)) continue;
    const path = join(beside, name);
    const changedAt = await stat(path).catch(() => undefined);
    if (changedAt === undefined || Date.now() - changedAt.mtimeMs < ABANDONED_MS) continue;
    // Fails in an installation that this user may not write to.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
