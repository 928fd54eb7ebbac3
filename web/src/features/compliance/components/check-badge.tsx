import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { statusTones, wouldFail } from '../compliance.ts';

/** The status of a check; for a rule that would be violated on its day, that day. */
export function CheckBadge({ check }: { check: ComplianceCheck }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const { status, inForceFrom } = check;
  if (wouldFail(check) && inForceFrom !== null)
    return <StatusBadge tone="warning">{t('wouldFail', { date: format.date(inForceFrom) })}</StatusBadge>;
  return <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
