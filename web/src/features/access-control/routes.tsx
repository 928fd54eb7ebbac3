import { ShieldHalf } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const accessControl: Feature = oneScreen({
  path: '/access-control',
  text: 'accessControl',
  icon: ShieldHalf,
  group: 'protection',
  permission: 'access:manage',
  texts: 'access-control',
  page: async () => (await import('./pages/access-control-page.tsx')).AccessControlPage,
  isAcross: true,
});
