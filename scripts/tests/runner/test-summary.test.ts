import { expect, it } from 'vitest';
import { summaryLines } from './test-summary.ts';

const test = (status: string, fullName: string) => ({ status, fullName });
const reported = (counts: object, ...tests: object[]) =>
  summaryLines({
    numPassedTests: 2,
    numFailedTests: 0,
    numFailedTestSuites: 0,
    ...counts,
    testResults: [{ assertionResults: tests }],
  });

it('prints only the counts if every test ran', () => {
  expect(reported({}, test('passed', 'a'), test('passed', 'b'))).toEqual(['2 passed, 0 failed']);
  expect(reported({ numFailedTests: 1, numFailedTestSuites: 1 })).toEqual(['2 passed, 1 failed']);
  expect(reported({ numFailedTestSuites: 3 }), 'suites that could not be loaded').toEqual([
    '2 passed, 3 failed',
  ]);
});

it('lists tests that did not run above the counts', () => {
  expect(reported({}, test('passed', 'a'), test('skipped', 'b'), test('todo', 'c'))).toEqual([
    '2 did not run:',
    '  b',
    '  c',
    '2 passed, 0 failed',
  ]);
});
