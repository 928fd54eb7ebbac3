import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files at once, of all projects together: more than the two cores of the smallest machine, as whole vaults, killed or
 * waited for, leave a core idle half the time.
 */
export const AT_ONCE = 3;
/** What is not long runs project by project: a process goes from file to file of one project only. */
const PROJECTS = ['parts', 'faults', 'int', 'pure', 'web'];
/**
 * What takes longest, the longest first; begun last, they would run on alone. Of the three that are a vault with a browser or
 * many processes two begin at once, beside files that mostly wait: all three would starve one another.
 */
const LONG = [
  'scripts/e2e/console',
  'scripts/faults/one-minute',
  'services/platform/src/events/kafka-outage',
  'services/crypto/test/kms-faults',
  'services/platform/src/events/kafka-bus',
  'services/platform/src/db/embedded-postgres',
  'scripts/match-evaluate/match-evaluate.int',
  'services/all/test/odd-input',
  'services/all/test/restore',
  'scripts/e2e/apart',
  'scripts/conformance/',
  'scripts/faults/checker/checker.int',
  'scripts/e2e/crash',
  'services/all/test/processes',
  'scripts/match-attacks/',
  'scripts/match-evaluate/',
];
/** Its place among the long ones; after them its project's, when it is not long. */
function rank({ moduleId, project }: TestSpecification): number {
  const at = LONG.findIndex((path) => moduleId.includes(path));
  return at === -1 ? LONG.length + PROJECTS.indexOf(project.name) : at;
}

/** The files that take longest begin first; otherwise the order of vitest, project by project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
