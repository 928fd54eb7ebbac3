import { UserCog } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const users: Feature = {
  screens: [
    {
      path: '/users',
      text: 'users',
      icon: UserCog,
      group: 'administration',
      permission: 'users:manage',
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/users',
      texts: ['users', 'live-sessions'],
      page: async () => (await import('./pages/users-page.tsx')).UsersPage,
      permission: 'users:manage',
    }),
  ],
};
