import { beforeAll, expect, it, vi } from 'vitest';

let optionsOf: typeof import('./profiles.ts')['optionsOf'];
beforeAll(async () => {
  vi.stubGlobal('__ENV', { LOAD_SLOWER: '2' });
  ({ optionsOf } = await import('./profiles.ts'));
});

const thresholdsOf = (profile: string) =>
  Object.values(optionsOf(profile).thresholds ?? {})
    .flat()
    .map((one) => (typeof one === 'string' ? one : one.threshold));

it('smoke judges every answer and no latency', () => {
  expect(new Set(thresholdsOf('smoke'))).toEqual(new Set(['rate==1', 'p(99)>=0']));
});

it('other profiles judge availability, and latency by journey', () => {
  expect(thresholdsOf('load')).toEqual(
    expect.arrayContaining(['rate>0.9995', 'p(99)<1000', 'p(99)<600', 'p(99)<20000']),
  );
});

it('refuses a profile that does not exist, with the names of the others', () => {
  expect(() => optionsOf('fast')).toThrow(/PROFILE is one of smoke, load, .* not fast/);
});
