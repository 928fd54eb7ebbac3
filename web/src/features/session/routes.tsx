import { Fingerprint } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** /login renders nothing: the session gate shows the login to users without a session. */
export const session: Feature = {
  screens: [
    {
      path: '/sign-in-security',
      text: 'signInSecurity',
      icon: Fingerprint,
      group: 'administration',
      set: 'settings',
    },
  ],
  routes: [
    { path: '/login', element: null },
    lazyPage({
      path: '/change-password',
      texts: 'session',
      page: async () => (await import('./pages/change-password-page.tsx')).ChangePasswordPage,
    }),
    lazyPage({
      path: '/sign-in-security',
      texts: 'session',
      page: async () => (await import('./pages/sign-in-security-page.tsx')).SignInSecurityPage,
    }),
  ],
  publicRoutes: [
    lazyPage({
      path: '/admin-setup',
      texts: 'session',
      page: async () => (await import('./pages/admin-setup-page.tsx')).AdminSetupPage,
    }),
    lazyPage({
      path: '/reset-password',
      texts: 'session',
      page: async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage,
    }),
  ],
};
