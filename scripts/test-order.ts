import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
/** Its place among the long ones; after them, when it is not long. */
function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((path) => moduleId.includes(path));
  return at === -1 ? LONG.length : at;
}

/** In each group of projects the files that take longest begin first; otherwise the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b));
  }
}
