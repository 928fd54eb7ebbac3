import { UserCog } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const users: Feature = oneScreen({
  path: '/users',
  text: 'users',
  icon: UserCog,
  group: 'administration',
  permission: 'users:manage',
  texts: 'users',
  page: async () => (await import('./pages/users-page.tsx')).UsersPage,
  isAcross: true,
});
