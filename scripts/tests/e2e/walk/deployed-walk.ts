import { addPerson } from './add-person.ts';
import { companiesAndImports } from './companies-and-imports.ts';
import { everyScreen } from './every-screen.ts';
import { firstVisit } from './first-visit.ts';
import { lineage } from './lineage.ts';
import { partnerSystem } from './partner-system.ts';
import { profileAndReveal } from './profile-and-reveal.ts';
import { type Walk, walkThrough } from './walk.ts';

/**
 * The walk of console.int.test.ts through containers or a cluster. Its audit trail is not walked: an entry is edited in
 * the files of a database on this machine. axe checks the embedded walk: the console's files are the same.
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
