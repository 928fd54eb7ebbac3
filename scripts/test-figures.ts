import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numFailedTestSuites: z.int() });

/** Prints `N passed, N failed` of a vitest JSON report; a suite that could not be loaded counts as failed. */
const { numPassedTests, numFailedTests, numFailedTestSuites } = report.parse(
  JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')),
);
const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
process.stdout.write(`${numPassedTests} passed, ${failed} failed\n`);
