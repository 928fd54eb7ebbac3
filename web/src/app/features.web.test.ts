import { expect, it } from 'vitest';
import { screens } from './features.ts';

it('no two screens of the navigation have the same icon', () => {
  const icons = screens.map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(20);
  expect(new Set(icons).size).toBe(icons.length);
});
