import { z } from 'zod';

/** Of vitest's JSON report, what the closing lines tell. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
});

const RUN = ['passed', 'failed'];

/**
 * Tests that did not run by name, if there are any, then `N passed, N failed`; a suite that could not be loaded counts
 * as failed.
 */
export function closingLines(json: unknown): string[] {
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
