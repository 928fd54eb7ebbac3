import { CircleCheck, Eraser, MessageSquare, Share2, Target, TriangleAlert } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const group = 'governance';
const permission = 'compliance:read';
const screens = [
  { text: 'purposes', path: '/purposes', permission, icon: Target, group },
  { text: 'grievances', path: '/grievances', permission, icon: MessageSquare, group },
  { text: 'incidents', path: '/incidents', permission, icon: TriangleAlert, group },
  { text: 'recipients', path: '/recipients', permission, icon: Share2, group },
  { text: 'erasures', path: '/erasures', permission: 'pii:erase', icon: Eraser, group },
  { text: 'accessReviews', path: '/access-reviews', permission, icon: CircleCheck, group },
] as const;

export const governance: Feature = {
  screens,
  routes: screens.map(({ text, path, permission: needed }) =>
    lazyPage({
      path,
      texts: 'governance',
      page: async () => (await import('./governance-pages.ts')).pages[text](),
      permission: needed,
    }),
  ),
};
