import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRefusal } from '../../../routing/refusal.ts';
import { useCan } from '../../../session/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Answer } from '../components/answer.tsx';
import { AttemptsTable } from '../components/attempts/attempts-table.tsx';
import { useBlocking } from '../components/blocks/use-blocking.tsx';
import { DevicesTable } from '../components/devices/devices-table.tsx';
import { StatRow } from '../components/stat-row.tsx';
import { ThreatTab } from '../components/threats/threat-tab.tsx';
import { TimelineCard } from '../components/timeline-card.tsx';
import { rangeOf, ranges, securityTabs, tabOf } from '../rules/range.ts';

/** Security Dashboard: is somebody attacking, with what, and from where. */
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
