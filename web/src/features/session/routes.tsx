import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** /login exists for its address: the session gate shows the login to everybody without a user. */
export const session: Feature = {
  screens: [],
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
