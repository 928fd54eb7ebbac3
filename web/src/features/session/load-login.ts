import type { ComponentType } from 'react';
import { loadTexts } from '../../i18n/i18n.ts';

/** Loads the login screen with its texts. */
export async function loadLogin(): Promise<ComponentType> {
  const [page] = await Promise.all([import('./pages/login-page.tsx'), loadTexts('session')]);
  return page.LoginPage;
}
