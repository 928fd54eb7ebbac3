import { startKubernetesVault } from '../running-vault/kubernetes-vault.ts';
import { addPerson } from './walk/add-person.ts';
import { companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { walkThrough } from './walk/walk.ts';

// The walk of console.int.test.ts through a cluster; as in containers, its audit trail is not walked.
const walk = walkThrough(startKubernetesVault, {
  isCheckedByAxe: () => false,
  startMs: 900_000,
});
firstVisit(walk);
companiesAndImports(walk);
profileAndReveal(walk);
addPerson(walk);
lineage(walk);
partnerSystem(walk);
everyScreen(walk);
