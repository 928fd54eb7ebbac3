import { Gauge, ShieldCheck, UserCheck } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const texts = 'approvals';
const permission = 'company:manage';
const place = { group: 'administration', set: 'settings' } as const;

/** Requests for approval; the limits above which one is needed, and the roles that need a second factor. */
export const approvals: Feature = {
  screens: [
    { path: '/approvals', text: 'approvals', icon: UserCheck, group: 'governance', permission: 'pii:reveal' },
    { path: '/limits', text: 'limits', icon: Gauge, ...place, permission },
    { path: '/second-factor', text: 'secondFactor', icon: ShieldCheck, ...place, permission },
  ],
  routes: [
    lazyPage({
      path: '/approvals',
      texts,
      page: async () => (await import('./pages/approvals-page.tsx')).ApprovalsPage,
      permission: 'pii:reveal',
    }),
    lazyPage({
      path: '/limits',
      texts,
      page: async () => (await import('./pages/limits-page.tsx')).LimitsPage,
      permission,
    }),
    lazyPage({
      path: '/second-factor',
      texts,
      page: async () => (await import('./pages/second-factor-page.tsx')).SecondFactorPage,
      permission,
    }),
  ],
};
