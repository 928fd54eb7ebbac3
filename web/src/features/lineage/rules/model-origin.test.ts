import { expect, it } from 'vitest';
import { modelOrigin } from './model-origin.ts';

it('tells a model that ships from those learnt in one company and under an agreement', () => {
  expect(modelOrigin('prior-4')).toBe('shipped');
  expect(modelOrigin('prior-4/intra:1/1a2b3c4d5e6f')).toBe('own');
  expect(modelOrigin('prior-4/cross:7/1a2b3c4d5e6f')).toBe('agreement');
});
