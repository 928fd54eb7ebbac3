import type { Permission } from '@pii-vault/contract/permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useRefusal } from './refusal.ts';

interface DialogGateProps {
  permission: Permission;
  /** Company whose permissions are checked. Default: that of the permission scope. */
  companyId?: number | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Wraps a dialog opened by the URL. Without the permission it explains why, like a refused page. */
export function DialogGate({ permission, companyId, onClose, children }: DialogGateProps) {
  const { t } = useTranslation('ui');
  const can = useCan();
  const { title, hint } = useRefusal(permission, 'dialog', companyId);
  if (can(permission, companyId)) return children;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={hint}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    />
  );
}
