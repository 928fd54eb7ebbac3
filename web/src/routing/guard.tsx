import type { Permission } from '@pii-vault/contract/permissions';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '../session/use-session.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useRefusal } from './refusal.ts';

/** Renders its children only with the permission; otherwise explains why, and who can grant it. */
export function Guard({
  permission,
  children,
}: {
  permission?: Permission | undefined;
  children: ReactNode;
}) {
  const can = useCan();
  const { title, hint } = useRefusal(permission, 'screen');
  if (!permission || can(permission)) return children;
  return (
    <Card>
      <EmptyState isPage icon={LockKeyhole} title={title} hint={hint} />
    </Card>
  );
}
