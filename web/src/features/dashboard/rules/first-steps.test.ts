import { describe, expect, it } from 'vitest';
import { sampleCompany } from '../../../testing/samples.ts';
import { isOpen, stepsOf } from './first-steps.ts';

const agreement = (isLive: boolean) => ({
  id: 1,
  companyId: 1,
  companyName: 'A',
  otherCompanyId: 2,
  otherCompanyName: 'B',
  purpose: 'kyc',
  includeAadhaar: false,
  disclosureDelay: 15,
  includesHealthData: false,
  status: 'accepted' as const,
  isLive,
  startsAt: null,
  endsAt: null,
  acceptedAt: null,
  endedAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
});
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
