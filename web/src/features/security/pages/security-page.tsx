import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useRefusal } from '../../../routing/refusal.ts';
import { useCan } from '../../../session/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Answer } from '../components/answer.tsx';
import { AttemptsTable } from '../components/attempts/attempts-table.tsx';
import { useBlocking } from '../components/blocks/use-blocking.tsx';
import { DevicesTable } from '../components/devices/devices-table.tsx';
import { ThreatTab } from '../components/threats/threat-tab.tsx';
import { TimelineCard } from '../components/timeline-card.tsx';
import { useLoginStatistics } from '../queries.ts';
import { type Range, rangeOf, ranges, securityTabs, tabOf } from '../rules/range.ts';

/** Security Dashboard: login attempts, threats, devices and blocked addresses. */
export function SecurityPage() {
  const can = useCan();
  return can('security:read') ? <Screen /> : <Denied />;
}

function Denied() {
  const { t } = useTranslation('security');
  const { hint } = useRefusal('security:read', 'screen');
  return (
    <Card>
      <EmptyState isPage icon={LockKeyhole} title={t('denied')} hint={hint} />
    </Card>
  );
}

function Screen() {
  const { t } = useTranslation('security');
  const { get, set } = useUrlState();
  const range = rangeOf(get('hours'));
  const tab = tabOf(get('tab'));
  const { block, unblock, dialogs } = useBlocking();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Segments
              label={t('range.label')}
              value={range}
              onChange={(hours) => set({ hours, cursor: null })}
              options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
            />
            <RefreshButton />
          </>
        }
      />
      <Answer range={range} onBlock={block} />
      <StatRow range={range} />
      <TimelineCard range={range} />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) => set({ tab: next, cursor: null })}
        tabs={securityTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        {tab === 'attempts' ? <AttemptsTable range={range} onBlock={block} /> : null}
        {tab === 'devices' ? <DevicesTable range={range} /> : null}
        {tab === 'threats' ? <ThreatTab range={range} onBlock={block} onUnblock={unblock} /> : null}
      </Tabs>
      {dialogs}
    </>
  );
}

/** The six figures of the range; a dash without data. */
function StatRow({ range }: { range: Range }) {
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
        <FigureCard
          figure="attempts"
          label={t('stat.total')}
          value={shown(data?.totalAttempts)}
          note={t(`range.in.${range}`)}
        />
        <FigureCard
          figure="loginsSuccessful"
          label={t('stat.successful')}
          value={shown(data?.successfulLogins)}
          note={share(data?.successfulLogins)}
        />
        <FigureCard
          figure="loginsFailed"
          label={t('stat.failed')}
          value={shown(data?.failedAttempts)}
          note={share(data?.failedAttempts)}
        />
        <FigureCard
          figure="loginsBlocked"
          label={t('stat.blocked')}
          value={shown(data?.blockedAttempts)}
          note={share(data?.blockedAttempts)}
        />
        <FigureCard
          figure="addresses"
          label={t('stat.addresses')}
          value={shown(data?.uniqueIPs)}
          note={t('stat.addressesNote')}
        />
        <FigureCard
          figure="highRisk"
          label={t('stat.risk')}
          value={shown(data?.highRiskAttempts)}
          note={t('stat.riskNote')}
        />
      </StatCards>
    </>
  );
}
