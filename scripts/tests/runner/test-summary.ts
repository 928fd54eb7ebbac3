import { z } from 'zod';

/** The part of vitest's JSON report that the summary uses. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
});

const RUN = ['passed', 'failed'];

/** Names of tests that did not run, then `N passed, N failed`. A suite that failed to load counts as failed. */
export function summaryLines(json: unknown): string[] {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report.parse(json);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => !RUN.includes(status)).map(({ fullName }) => fullName);
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  return [
    ...(skipped.length === 0
      ? []
      : [`${skipped.length} did not run:`, ...skipped.map((name) => `  ${name}`)]),
    `${numPassedTests} passed, ${failed} failed`,
  ];
}
