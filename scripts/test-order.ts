import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole vaults in processes of their own, a minute or more each; begun last, they would run on alone. */
const LONG = ['scripts/e2e/', 'scripts/faults/one-minute', 'scripts/conformance/'];
const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.includes(path));
const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;

/** In each group of projects the files that take longest begin first; otherwise the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || Number(isLong(b)) - Number(isLong(a)));
  }
}
