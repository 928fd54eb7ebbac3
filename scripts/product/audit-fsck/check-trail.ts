import type { Client } from 'pg';
import { differingColumn, ENTRY_ROWS, type Entry, type EntryRow, readEntry } from './entry-row.ts';
import type { Findings } from './findings.ts';
import { hashLeaf, MerkleStack } from './merkle-stack.ts';
import type { SignedHead } from './signed-checkpoints.ts';

const CHUNK = 1_000;

/** Counters derived from the entries, for comparison with the stored ones. */
export interface Totals {
  readonly companies: Map<string, number>;
  readonly producers: Map<string, { epoch: number; seq: number }>;
  readonly tree: MerkleStack;
}

/**
 * Checks every row in order. For a missing or changed row the tree continues with the hash in the node table: if the
 * signed roots then match, no other rows were changed.
 */
export async function checkTrail(
  client: Client,
  heads: readonly SignedHead[],
  findings: Findings,
): Promise<Totals> {
  const totals: Totals = { companies: new Map(), producers: new Map(), tree: new MerkleStack() };
  const roots = new RootCheck(heads, findings);
  let isComplete = true;
  for (let after = -1; ; ) {
    const { rows } = await client.query<EntryRow>(ENTRY_ROWS, [after, CHUNK]);
    const last = Number(rows.at(-1)?.leaf_index ?? after);
    const nodes = await storedNodes(client, totals.tree.size, last + 1);
    for (const row of rows) {
      const index = Number(row.leaf_index);
      while (totals.tree.size < index) {
        findings.entry(totals.tree.size, 'is missing');
        isComplete = false;
        grow(totals.tree, nodes.get(`0:${totals.tree.size}`) ?? Buffer.alloc(32), nodes, findings);
        roots.passed(totals.tree);
      }
      checkRow(row, index, nodes.get(`0:${index}`), findings);
      const entry = readEntry(row.leaf);
      if (entry !== undefined) follow(totals, entry, index, isComplete, findings);
      grow(totals.tree, nodes.get(`0:${index}`) ?? row.leaf_hash, nodes, findings);
      roots.passed(totals.tree);
    }
    if (rows.length < CHUNK) break;
    after = last;
  }
  roots.end(totals.tree.size);
  return totals;
}

async function storedNodes(client: Client, from: number, to: number): Promise<Map<string, Buffer>> {
  const { rows } = await client.query<{ level: number; index: string; hash: Buffer }>(
    `SELECT n.level, n.index::text, n.hash FROM generate_series(0, 52) AS l(level)
     JOIN LATERAL (SELECT * FROM tree_nodes t WHERE t.level = l.level
       AND t.index >= ($1::bigint >> l.level) AND t.index < ($2::bigint >> l.level)) n ON true`,
    [from, to],
  );
  return new Map(rows.map((row) => [`${row.level}:${row.index}`, row.hash]));
}

function checkRow(row: EntryRow, index: number, node: Buffer | undefined, findings: Findings): void {
  const hash = hashLeaf(row.salt, row.leaf);
  if (!hash.equals(row.leaf_hash) || node === undefined || !hash.equals(node))
    findings.entry(index, 'was changed (its bytes do not have the recorded hash)');
  const entry = readEntry(row.leaf);
  const column = entry === undefined ? undefined : differingColumn(row, entry);
  if (entry === undefined) findings.entry(index, 'was changed (its bytes are not a canonical entry)');
  else if (column !== undefined) findings.entry(index, `was changed (column ${column})`);
}

function grow(tree: MerkleStack, leaf: Buffer, nodes: ReadonlyMap<string, Buffer>, findings: Findings): void {
  for (const node of tree.push(leaf)) {
    const stored = nodes.get(`${node.level}:${node.index}`);
    const first = node.index * 2 ** node.level;
    if (!stored?.equals(node.hash))
      findings.entry(
        first,
        node.level === 0 ? 'has no hash in the tree' : `begins a changed tree node of level ${node.level}`,
      );
  }
}

/** Checks that numbers have no gaps and never repeat. After a missing entry, gaps are not reported again. */
function follow(totals: Totals, entry: Entry, index: number, isComplete: boolean, findings: Findings): void {
  const company = String(entry.companyId ?? 0);
  const due = (totals.companies.get(company) ?? 0) + 1;
  const companySeq = Number(entry.companySeq);
  if (isComplete ? companySeq !== due : companySeq < due)
    findings.entry(index, `is out of order (number ${companySeq} of company ${company}, ${due} expected)`);
  totals.companies.set(company, Math.max(companySeq, due));
  const producer = String(entry.producer);
  const head = totals.producers.get(producer) ?? { epoch: 0, seq: 0 };
  const place = { epoch: Number(entry.epoch), seq: Number(entry.seq) };
  const dueSeq = place.epoch > head.epoch ? 1 : head.seq + 1;
  if (place.epoch < head.epoch || (isComplete ? place.seq !== dueSeq : place.seq < dueSeq))
    findings.entry(index, `is out of order (number ${place.seq} of ${producer}, ${dueSeq} expected)`);
  totals.producers.set(producer, place.epoch < head.epoch ? head : place);
}

/** Compares the root of the growing tree with each signed head of the same size. */
class RootCheck {
  readonly #bySize = new Map<number, SignedHead[]>();
  readonly #findings: Findings;
  #largest: SignedHead | undefined;
  #soundSize = 0;

  constructor(heads: readonly SignedHead[], findings: Findings) {
    this.#findings = findings;
    for (const head of heads) {
      this.#bySize.set(head.size, [...(this.#bySize.get(head.size) ?? []), head]);
      if (head.size > (this.#largest?.size ?? 0)) this.#largest = head;
    }
  }

  passed(tree: MerkleStack): void {
    const heads = this.#bySize.get(tree.size);
    if (heads === undefined) return;
    const root = tree.root();
    const wrong = heads.find((head) => !head.root.equals(root));
    if (wrong === undefined) this.#soundSize = tree.size;
    // Later roots depend on this one; only the first wrong root locates the change.
    else if (!this.#findings.hasEntries)
      this.#findings.entry(
        this.#soundSize,
        `or one up to ${tree.size - 1} was changed (${wrong.place} over ${tree.size} entries has another root)`,
      );
  }

  end(size: number): void {
    if (this.#largest === undefined || this.#largest.size <= size) return;
    for (let index = size; index < this.#largest.size; index += 1)
      this.#findings.entry(index, `is missing (${this.#largest.place} covers ${this.#largest.size} entries)`);
  }
}
