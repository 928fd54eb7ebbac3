import { addPerson } from './walk/add-person.ts';
import { auditTrail } from './walk/audit-trail.ts';
import { companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { startWalk } from './walk/walk.ts';

// The main job as a user sees it, step by step. crash-and-leak has the seventh step, kill -9.
const walk = startWalk();
firstVisit(walk);
companiesAndImports(walk);
profileAndReveal(walk);
addPerson(walk);
lineage(walk);
auditTrail(walk);
partnerSystem(walk);
everyScreen(walk);
