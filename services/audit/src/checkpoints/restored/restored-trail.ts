import { randomUUID } from 'node:crypto';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { openDatabase } from '@pii-vault/platform/postgres/open-database';
import { type MissingRevocation, missingRevocations } from '../../revocations/missing-revocations.ts';
import type { RevocationFile } from '../../revocations/revocation-file.ts';
import type { ChainedLine } from '../../revocations/revocation-line.ts';
import { treeSize } from '../../tree/proofs/proof-store.ts';
import { rootAt } from '../tree-head.ts';

/** What was signed or listed about a tree: its size and its root, base64. */
export interface TreeClaim {
  readonly size: number;
  readonly root: string;
}

/** The audit trail of a restored database, compared with what is kept outside it. */
export interface RestoredTrail {
  /** Number of entries. */
  readonly size: number;
  /** The newest checkpoint in the database; undefined without one. */
  readonly signed: TreeClaim | undefined;
  /** Id of the last replay of revocations on this database. */
  readonly replay: string | undefined;
  /** Whether the first entries of this trail are the tree of the claim. */
  extends(claim: TreeClaim): Promise<boolean>;
  /** The revocations among the lines whose entry this trail lacks. */
  missing(lines: readonly ChainedLine[]): Promise<readonly MissingRevocation[]>;
  /** States in the list that this database, and no other copy of its trail, has all listed revocations in effect. */
  settle(list: Pick<RevocationFile, 'append'>, at: Date): Promise<void>;
}

/** Lines per query. */
const CHUNK = 5_000;

/** Opens the trail for the time of `work`. No service may append meanwhile. */
export async function withRestoredTrail<T>(
  database: ServiceDatabase | undefined,
  work: (trail: RestoredTrail) => Promise<T>,
): Promise<T> {
  if (database === undefined) throw new Error('The settings of the audit database are missing');
  const db = openDatabase({ service: 'audit', ...database, log: silentLogger() });
  try {
    const size = await db.system(treeSize);
    const rootOf = async (entries: number) =>
      (await db.system((tx) => rootAt(tx, entries))).toString('base64');
    const [last] = await db.system((tx) =>
      tx.query<{ size: number; root: string }>(
        `SELECT tree_size AS size, encode(root_hash, 'base64') AS root FROM checkpoints ORDER BY id DESC LIMIT 1`,
      ),
    );
    const [state] = await db.system((tx) =>
      tx.query<{ replay: string | null }>('SELECT replay FROM tree_state'),
    );
    return await work({
      size,
      signed: last,
      replay: state?.replay ?? undefined,
      extends: async (claim) => claim.size <= size && (await rootOf(claim.size)) === claim.root,
      async missing(lines) {
        const missing: MissingRevocation[] = [];
        for (let at = 0; at < lines.length; at += CHUNK)
          missing.push(...(await db.system((tx) => missingRevocations(tx, lines.slice(at, at + CHUNK)))));
        return missing;
      },
      async settle(list, at) {
        const replay = randomUUID();
        // The database first: without the line in the list, the revocations are replayed again.
        await db.system((tx) => tx.query('UPDATE tree_state SET replay = $1::text', [replay]));
        await list.append([{ covers: size, root: await rootOf(size), replay, at: at.toISOString() }]);
      },
    });
  } finally {
    await db.close();
  }
}
