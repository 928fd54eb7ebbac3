import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first; begun last, they would run on alone. */
const LONG = [
  'scripts/faults/one-minute',
  'scripts/e2e/apart',
  'scripts/e2e/console',
  'scripts/conformance/',
  'scripts/match-evaluate/match-evaluate.int',
  'scripts/faults/checker/checker.int',
  'services/platform/src/db/embedded-postgres',
  'scripts/e2e/crash',
  'services/platform/src/events/kafka-outage',
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
