import { Webhook } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const webhooks: Feature = oneScreen({
  path: '/webhooks',
  text: 'webhooks',
  icon: Webhook,
  group: 'developers',
  permission: 'company:manage',
  texts: 'webhooks',
  page: async () => (await import('./pages/webhooks-page.tsx')).WebhooksPage,
});
