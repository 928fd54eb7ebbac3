import { Webhook } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const webhooks: Feature = {
  screens: [
    { path: '/webhooks', text: 'webhooks', icon: Webhook, group: 'developers', permission: 'company:manage' },
  ],
  routes: [
    lazyPage({
      path: '/webhooks',
      texts: 'webhooks',
      page: async () => (await import('./pages/webhooks-page.tsx')).WebhooksPage,
      permission: 'company:manage',
    }),
  ],
};
