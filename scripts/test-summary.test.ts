import { expect, it } from 'vitest';
import { closingLines } from './test-report.ts';

const test = (status: string, fullName: string) => ({ status, fullName });
const reported = (counts: object, ...tests: object[]) =>
  closingLines({
    numPassedTests: 2,
    numFailedTests: 0,
    numFailedTestSuites: 0,
    ...counts,
    testResults: [{ assertionResults: tests }],
  });

it('closes with the counts, and with nothing else when every test ran', () => {
  expect(reported({}, test('passed', 'a'), test('passed', 'b'))).toEqual(['2 passed, 0 failed']);
  expect(reported({ numFailedTests: 1, numFailedTestSuites: 1 })).toEqual(['2 passed, 1 failed']);
  expect(reported({ numFailedTestSuites: 3 }), 'suites that could not be loaded').toEqual([
    '2 passed, 3 failed',
  ]);
});

it('names above them what did not run', () => {
  expect(reported({}, test('passed', 'a'), test('skipped', 'b'), test('todo', 'c'))).toEqual([
    '2 did not run:',
    '  b',
    '  c',
    '2 passed, 0 failed',
  ]);
});
