import type { Client } from 'pg';
import type { Totals } from './check-trail.ts';
import type { Findings } from './findings.ts';

/** Compares the stored counters with those derived from the entries. */
export async function checkCounters(client: Client, totals: Totals, findings: Findings): Promise<void> {
  const { rows: states } = await client.query<{ size: string }>('SELECT size::text FROM tree_state');
  const size = Number(states[0]?.size ?? 0);
  for (let index = totals.tree.size; index < size; index += 1) findings.entry(index, 'is missing');
  if (size < totals.tree.size) findings.entry(size, 'is after the recorded end of the trail');
  const { rows: companies } = await client.query<{ name: string; last: string }>(
    'SELECT company_id::text AS name, last_seq::text AS last FROM company_heads',
  );
  const { rows: producers } = await client.query<{ name: string; last: string }>(
    `SELECT producer AS name, epoch || ':' || last_seq AS last FROM producer_heads WHERE last_seq > 0`,
  );
  // The findings name missing entries already; differing counters only repeat them.
  if (findings.hasEntries) return;
  const derivedCompanies = [...totals.companies].map(([name, seq]) => [name, String(seq)] as const);
  const derivedProducers = [...totals.producers].map(
    ([name, at]) => [name, `${at.epoch}:${at.seq}`] as const,
  );
  compare('number of entries of company', new Map(derivedCompanies), companies, findings);
  compare('position of', new Map(derivedProducers), producers, findings);
}

function compare(
  what: string,
  derived: ReadonlyMap<string, string>,
  stored: readonly { name: string; last: string }[],
  findings: Findings,
): void {
  const recorded = new Map(stored.map((row) => [row.name, row.last]));
  for (const name of new Set([...derived.keys(), ...recorded.keys()]))
    if (derived.get(name) !== recorded.get(name))
      findings.general(`the recorded ${what} ${name} differs from the trail`);
}
