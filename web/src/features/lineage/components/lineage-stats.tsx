import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { useLineageSummary } from '../queries.ts';

/** Four figures, over all relationships of the company and not over a page. */
export function LineageStats({ summary }: { summary: ReturnType<typeof useLineageSummary> }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const { data, isError } = summary;
  const show = (value: number | null | undefined, as: (value: number) => string = format.number) =>
    value === undefined ? (isError ? null : undefined) : value === null ? null : as(value);
  const pending = data?.pending ?? 0;
  const late = data?.pendingOverADay ?? 0;
  return (
    <StatCards query={summary}>
      <StatCard
        label={t('card.total')}
        value={show(data?.totalRelationships)}
        note={t('card.totalNote', { n: format.number(data?.withinCompany ?? 0) })}
      />
      <StatCard
        label={t('card.confidence')}
        value={show(data?.avgConfidence, format.percent)}
        note={
          data?.medianConfidence === null
            ? ''
            : t('card.confidenceNote', {
                median: format.decimal(data?.medianConfidence ?? 0, 1),
                n: format.number(data?.scoredRelationships ?? 0),
              })
        }
      />
      <StatCard
        label={t('card.individuals')}
        value={show(data?.uniqueIndividuals)}
        note={t('card.individualsNote')}
      />
      <StatCard
        label={t('card.verified')}
        value={show(data?.verifiedLinks)}
        note={
          late > 0
            ? t('card.lateNote', { n: format.number(late) })
            : t('card.pendingNote', { n: format.number(pending) })
        }
      />
    </StatCards>
  );
}
