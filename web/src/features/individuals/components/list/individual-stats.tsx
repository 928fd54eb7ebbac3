import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../../ui/stat-card.tsx';
import { useDuplicates, useIndividualsSummary } from '../../queries.ts';

/** Four figures, over all people of the company and not over a page. */
export function IndividualStats({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const query = useIndividualsSummary(companyId);
  const { data, isError } = query;
  const counts = useDuplicates({ companyId }).data?.counts;
  const show = (value: number | null | undefined, as: (value: number) => string = format.number) =>
    value === undefined ? (isError ? null : undefined) : value === null ? null : as(value);
  const total = data?.totalIndividuals ?? 0;
  const linked = data?.crossLinked ?? null;
  const share = total > 0 ? format.decimal((100 * (linked ?? 0)) / total, 1) : '0';
  const duplicates = counts
    ? t('card.duplicatesNote', {
        within: format.number(counts.withinCompany),
        cross: format.number(counts.crossCompany),
      })
    : '';
  return (
    <StatCards query={query}>
      <StatCard label={t('card.total')} value={show(data?.totalIndividuals)} note={t('card.totalNote')} />
      <StatCard
        label={t('card.crossLinked')}
        value={show(data?.crossLinked)}
        note={linked === null ? '' : t('card.crossLinkedNote', { share })}
      />
      <StatCard
        label={t('card.completeness')}
        value={show(data?.avgCompleteness, format.percent)}
        note={t('card.completenessNote')}
      />
      <StatCard label={t('card.duplicates')} value={show(data?.duplicatesFound)} note={duplicates} />
    </StatCards>
  );
}
