import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { riskLevel, riskTones } from '../../rules/attempts.ts';

/** '95 High': the number, and its level in words. */
export function RiskBadge({ score }: { score: number }) {
  const { t } = useTranslation('security');
  const level = riskLevel(score);
  return <StatusBadge tone={riskTones[level]}>{t(`risk.${level}`, { score })}</StatusBadge>;
}
