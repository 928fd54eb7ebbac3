import { addPerson } from './walk/add-person.ts';
import { auditTrail } from './walk/audit-trail.ts';
import { companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { startWalk } from './walk/walk.ts';

// The main job as a user sees it, step by step; its seventh step, the kill -9, is in crash-and-leak.
const walk = startWalk();
firstVisit(walk);
companiesAndImports(walk);
profileAndReveal(walk);
addPerson(walk);
lineage(walk);
auditTrail(walk);
partnerSystem(walk);
everyScreen(walk);
