import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useLoginStatistics } from '../queries.ts';
import type { Range } from '../rules/range.ts';

/** The six figures of the range. Without data a card has a dash. */
export function StatRow({ range }: { range: Range }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const query = useLoginStatistics(range);
  const { data, error, refetch } = query;
  const total = data?.totalAttempts ?? 0;
  const shown = (value: number | undefined) =>
    value === undefined ? (error ? null : undefined) : format.number(value);
  const share = (value: number | undefined) =>
    value === undefined || total === 0
      ? null
      : t('stat.share', { share: format.percent((value / total) * 100) });
  return (
    <>
      {error && data ? <StaleBanner error={error} onRetry={() => void refetch()} /> : null}
      <StatCards query={query}>
        <StatCard label={t('stat.total')} value={shown(data?.totalAttempts)} note={t(`range.in.${range}`)} />
        <StatCard
          label={t('stat.successful')}
          value={shown(data?.successfulLogins)}
          note={share(data?.successfulLogins)}
        />
        <StatCard
          label={t('stat.failed')}
          value={shown(data?.failedAttempts)}
          note={share(data?.failedAttempts)}
        />
        <StatCard
          label={t('stat.blocked')}
          value={shown(data?.blockedAttempts)}
          note={share(data?.blockedAttempts)}
        />
        <StatCard label={t('stat.addresses')} value={shown(data?.uniqueIPs)} note={t('stat.addressesNote')} />
        <StatCard label={t('stat.risk')} value={shown(data?.highRiskAttempts)} note={t('stat.riskNote')} />
      </StatCards>
    </>
  );
}
