import { afterAll, beforeAll } from 'vitest';
import { type Collector, startCollector } from '../running-vault/collector.ts';
import { mutualTls } from './apart/mutual-tls.ts';
import { newCompany } from './apart/new-company.ts';
import { oneProcessDies } from './apart/one-process-dies.ts';
import { realParts } from './apart/real-parts.ts';
import { traceAcrossProcesses } from './apart/trace-across-processes.ts';
import { crashAndLeak, ROWS } from './crash/crash-and-leak.ts';
import { filledDemo } from './crash/filled-demo.ts';
import { killedRotation } from './crash/killed-rotation.ts';
import { addPerson } from './walk/add-person.ts';
import { auditTrail } from './walk/audit-trail.ts';
import { companies, companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { startWalk } from './walk/walk.ts';

// `make test` runs only what differs with separate processes; `make test-slow` runs the whole end-to-end suite.
const IS_WHOLE = process.env.APART_WALK === 'whole';

// One vault with a process per service serves all tests, because it starts slowly.
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector?.stop());

const walk = startWalk(() => ({
  topology: 'apart',
  // The embedded walk runs axe on the same console files.
  isCheckedByAxe: false,
  // The vault samples no trace that it starts: it records only spans of a caller's trace.
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' },
}));
firstVisit(walk);
if (IS_WHOLE) {
  companiesAndImports(walk);
  profileAndReveal(walk);
  addPerson(walk);
  lineage(walk);
  auditTrail(walk);
} else companies(walk);
partnerSystem(walk);
realParts(walk);
mutualTls(walk);
if (IS_WHOLE) everyScreen(walk);
traceAcrossProcesses(newCompany(walk, 'TRACE'), () => collector);
oneProcessDies(newCompany(walk, 'DIES'));
if (IS_WHOLE) {
  const crash = newCompany(walk, 'CRASH');
  crashAndLeak(crash);
  killedRotation(crash, ROWS);
  filledDemo(walk, () => walk.admin);
}
