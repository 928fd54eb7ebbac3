import { addPerson } from './add-person.ts';
import { companiesAndImports } from './companies-and-imports.ts';
import { everyScreen } from './every-screen.ts';
import { firstVisit } from './first-visit.ts';
import { lineage } from './lineage.ts';
import { partnerSystem } from './partner-system.ts';
import { profileAndReveal } from './profile-and-reveal.ts';
import { type Walk, walkThrough } from './walk.ts';

/**
 * The walk of console.int.test.ts through containers or a cluster. It omits the audit trail, whose test edits a
 * database on this machine, and axe, because the embedded walk checks the same console files.
 * @param startMs how long the vault may take to start
 */
export function deployedWalk<V extends Walk['vault']>(start: () => Promise<V>, startMs: number): Walk<V> {
  const walk = walkThrough(start, { isCheckedByAxe: () => false, startMs });
  firstVisit(walk);
  companiesAndImports(walk);
  profileAndReveal(walk);
  addPerson(walk);
  lineage(walk);
  partnerSystem(walk);
  everyScreen(walk);
  return walk;
}
