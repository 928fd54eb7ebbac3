import type { Permission } from '@pii-vault/contract/permissions';
import { CircleCheck, Eraser, MessageSquare, Share2, Target, TriangleAlert } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const page = (
  path: string,
  name: keyof typeof import('./governance-pages.ts').pages,
  permission: Permission,
) =>
  lazyPage({
    path,
    texts: 'governance',
    page: async () => (await import('./governance-pages.ts')).pages[name](),
    permission,
  });

const place = { group: 'governance', set: 'registers' } as const;
const permission = 'compliance:read';
const screens = [
  { text: 'purposes', path: '/purposes', permission, icon: Target, ...place },
  { text: 'grievances', path: '/grievances', permission, icon: MessageSquare, ...place },
  { text: 'incidents', path: '/incidents', permission, icon: TriangleAlert, ...place },
  { text: 'recipients', path: '/recipients', permission, icon: Share2, ...place },
  { text: 'erasures', path: '/erasures', permission: 'pii:erase', icon: Eraser, ...place },
  { text: 'accessReviews', path: '/access-reviews', permission, icon: CircleCheck, ...place },
] as const;

export const governance: Feature = {
  screens,
  routes: [
    ...screens.map(({ text, path, permission: needed }) => page(path, text, needed)),
    page('/access-reviews/:reviewId', 'accessReview', 'users:manage'),
  ],
};
