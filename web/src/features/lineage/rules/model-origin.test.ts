import { expect, it } from 'vitest';
import { modelOrigin } from './model-origin.ts';

it('distinguishes shipped models from those learnt in a company or under an agreement', () => {
  expect(modelOrigin('prior-4')).toBe('shipped');
  expect(modelOrigin('prior-4/intra:1/1a2b3c4d5e6f')).toBe('own');
  expect(modelOrigin('prior-4/cross:7/1a2b3c4d5e6f')).toBe('agreement');
});
