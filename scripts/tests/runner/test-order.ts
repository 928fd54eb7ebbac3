import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files in parallel: more than the two cores of the smallest machine, since tests wait for other processes. */
export const MAX_PARALLEL_FILES = 3;
/** Order of the short files: a worker process is reused only for files of the same project. */
const PROJECTS = ['parts', 'faults', 'int', 'pure', 'web'];
/**
 * The longest files, in the order in which they start; started last, they would prolong the run. Three of them use a
 * browser or many processes: only two of those start together, with files that mostly wait.
 */
const LONG = [
  'scripts/tests/e2e/console',
  'scripts/tests/faults/one-minute',
  'services/platform/src/messaging/kafka-outage',
  'services/crypto/test/kms-faults',
  'services/platform/src/messaging/kafka-bus',
  'services/all/src/launcher/postgres/embedded-postgres',
  'scripts/matching/evaluate/match-evaluate.int',
  'services/all/test/odd-input',
  'services/all/test/restore',
  'scripts/tests/e2e/apart',
  'scripts/tests/conformance/',
  'scripts/tests/faults/checker/checker.int',
  'scripts/tests/e2e/crash',
  'services/all/test/processes',
  'scripts/matching/attacks/',
  'scripts/matching/evaluate/',
];
/** Position in LONG; for other files, after those, the position of the project. */
function rank({ moduleId, project }: TestSpecification): number {
  const at = LONG.findIndex((path) => moduleId.includes(path));
  return at === -1 ? LONG.length + PROJECTS.indexOf(project.name) : at;
}

/** Starts the longest files first; the others by project, in vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
