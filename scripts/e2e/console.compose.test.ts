import { startComposeVault } from '../running-vault/compose-vault.ts';
import { addPerson } from './walk/add-person.ts';
import { companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { walkThrough } from './walk/walk.ts';

// The walk of console.int.test.ts through containers. Its audit trail is not walked: an entry is edited in the files of a
// database that is on this machine.
const walk = walkThrough(startComposeVault, {
  // axe checks the embedded walk: the console's files, and so its screens, are the same in both.
  isCheckedByAxe: () => false,
  startMs: 600_000,
});
firstVisit(walk);
companiesAndImports(walk);
profileAndReveal(walk);
addPerson(walk);
lineage(walk);
partnerSystem(walk);
everyScreen(walk);
