import type { Permission } from '@pii-vault/contract/permissions';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useSession } from '../session/use-session.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shows its children to those who hold the permission; the others learn why not and who can grant it. */
export function Guard({
  permission,
  children,
}: {
  permission?: Permission | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('app');
  const can = useCan();
  const { user } = useSession();
  if (!permission || can(permission)) return children;
  return (
    <Card>
      <EmptyState
        isPage
        icon={LockKeyhole}
        title={t('refused.title')}
        hint={t('refused.hint', { permission, role: t(`role.${user?.role ?? 'pii_view'}`) })}
      />
    </Card>
  );
}
