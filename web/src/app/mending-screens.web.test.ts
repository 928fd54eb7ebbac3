import { expect, it } from 'vitest';
import { mendingScreens } from '../features/compliance/mending-screen.ts';
import { screens } from './features.ts';

it('opens screens of the console from compliance, with their own name and permission', () => {
  const ofConsole = screens.map(({ path, text, permission }) => ({ path, text, permission }));
  for (const screen of Object.values(mendingScreens)) expect(ofConsole).toContainEqual(screen);
});
