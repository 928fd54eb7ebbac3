import { expect, it } from 'vitest';
import { system } from './system.ts';

// jsdom lays nothing out, so these are the values that the screens refer to. A rem is 16 px by default.
it('graphs are 400 px high, 300 px on the dashboard, and a phone ends below 768 px', () => {
  expect([system.token('sizes.graph'), system.token('sizes.graphSmall')]).toEqual(['25rem', '18.75rem']);
  expect(system.token('breakpoints.md')).toBe('768px');
});
