import { Inbox } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const parkedEvents: Feature = oneScreen({
  path: '/parked-events',
  text: 'parkedEvents',
  icon: Inbox,
  group: 'administration',
  set: 'settings',
  permission: 'access:manage',
  texts: 'parked-events',
  page: async () => (await import('./pages/parked-events-page.tsx')).ParkedEventsPage,
  isAcross: true,
});
