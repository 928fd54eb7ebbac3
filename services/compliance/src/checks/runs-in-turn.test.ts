import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { expect, it } from 'vitest';
import { runsInTurn } from './runs-in-turn.ts';

/** Runs that the test ends. */
function scripted() {
  const begun: { companyId: number; askers: number; end(): void; fail(error: Error): void }[] = [];
  const ask = runsInTurn((askers, companyId) => {
    const { promise, resolve, reject } = Promise.withResolvers<[]>();
    begun.push({ companyId, askers: askers.length, end: () => resolve([]), fail: reject });
    return promise;
  });
  return { begun, ask: (companyId: number) => ask(testCtx(null), companyId), askAs: ask };
}
const companies = (begun: readonly { companyId: number }[]) => begun.map(({ companyId }) => companyId);

it('callers that ask during a run share the next one', async () => {
  const { begun, ask } = scripted();
  const first = ask(1);
  const crowd = Array.from({ length: 50 }, () => ask(1));
  expect(begun).toMatchObject([{ companyId: 1, askers: 1 }]);
  begun[0]?.end();
  await first;
  expect(begun).toMatchObject([{ askers: 1 }, { askers: 50 }]);
  begun[1]?.end();
  await Promise.all(crowd);
  const later = ask(1);
  expect(begun).toHaveLength(3);
  begun[2]?.end();
  await later;
});

it('runs two companies at once and the others in order of arrival', async () => {
  const { begun, ask } = scripted();
  const asked = [1, 2, 3, 1, 4].map(ask);
  expect(companies(begun)).toEqual([1, 2]);
  begun[1]?.end();
  await asked[1];
  expect(companies(begun)).toEqual([1, 2, 3]);
  begun[0]?.end();
  await asked[0];
  expect(companies(begun)).toEqual([1, 2, 3, 1]);
  begun[2]?.end();
  await asked[2];
  expect(companies(begun)).toEqual([1, 2, 3, 1, 4]);
  begun[3]?.end();
  begun[4]?.end();
  await Promise.all(asked);
});

it('rejects every caller of a failed run and starts the next run', async () => {
  const { begun, ask } = scripted();
  const [first, second] = [ask(1), ask(1)];
  begun[0]?.fail(new Error('the database went away'));
  await expect(first).rejects.toThrow('the database went away');
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  expect(await second).toEqual([]);
});

it('skips a run whose callers have all aborted', async () => {
  const { begun, ask, askAs } = scripted();
  const first = ask(1);
  const gone = new AbortController();
  const second = askAs({ ...testCtx(null), signal: gone.signal }, 1);
  gone.abort(new Error('gone'));
  begun[0]?.end();
  await first;
  await expect(second).rejects.toThrow('gone');
  expect(begun).toHaveLength(1);
});
