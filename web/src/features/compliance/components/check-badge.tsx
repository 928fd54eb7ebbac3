import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type CheckStatus, statusTones } from '../compliance.ts';

export function CheckBadge({ status }: { status: CheckStatus }) {
  const { t } = useTranslation('compliance');
  return <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
