import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { bandTone, gradeTone } from '../../../ui/band.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** The score of a pair, or its grade until both companies have verified it. */
export function ScoreBadge({ entry }: { entry: Pick<LineageEntry, 'confidenceScore' | 'grade'> }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const { confidenceScore, grade } = entry;
  if (grade !== null) return <StatusBadge tone={gradeTone(grade)}>{t(`grade.${grade}`)}</StatusBadge>;
  if (confidenceScore === null) return null;
  return <StatusBadge tone={bandTone(confidenceScore)}>{format.decimal(confidenceScore, 1)}</StatusBadge>;
}
