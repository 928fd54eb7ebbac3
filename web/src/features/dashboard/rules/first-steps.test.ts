import { describe, expect, it } from 'vitest';
import { exampleRow } from '../../../testing/examples.ts';
import { sampleCompany } from '../../../testing/samples.ts';
import { isOpen, stepsOf } from './first-steps.ts';

const agreement = (isLive: boolean) => ({ ...exampleRow('GET /link-agreements'), isLive });
const nextOf = (...args: Parameters<typeof stepsOf>) =>
  stepsOf(...args).find((step) => step.state === 'next')?.key;

describe('first steps', () => {
  const one = [sampleCompany(1)];
  const two = [sampleCompany(1), sampleCompany(2)];
  it.each([
    ['companies', { companies: [], agreements: [] }],
    ['companies', { companies: one, agreements: [] }],
    ['agreement', { companies: two, agreements: [agreement(false)] }],
    ['import', { companies: two, agreements: [agreement(true)] }],
    [
      'verify',
      { companies: [sampleCompany(1, { individuals: 3 }), sampleCompany(2)], agreements: [agreement(true)] },
    ],
  ])('%s comes next', (key, state) => {
    expect(nextOf(state)).toBe(key);
  });

  it('opens the next possible step', () => {
    const state = { companies: one, agreements: [] };
    const open = stepsOf(state).filter((step) => isOpen(step, state));
    expect(open.map((step) => step.key)).toEqual(['companies', 'import', 'verify']);
  });
});
