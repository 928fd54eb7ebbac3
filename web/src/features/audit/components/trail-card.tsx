import { Box, Flex } from '@chakra-ui/react';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { isSameClock } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import type { TrailQuery, useAuditTrail } from '../queries.ts';
import { isFiltered } from '../rules/trail-query.ts';
import { Timeline, TimelineSkeleton } from './timeline.tsx';
import { TrailFilters } from './trail-filters.tsx';

interface TrailCardProps {
  trail: ReturnType<typeof useAuditTrail>;
  query: TrailQuery;
  companyName: string;
  mayAll: boolean;
  included: ReadonlySet<number>;
  faultyIndex: number | undefined;
}

/** Filters, timeline and paging of the trail. */
export function TrailCard({ trail, query, companyName, mayAll, included, faultyIndex }: TrailCardProps) {
  const { pageIndex, next, previous } = useCursor();
  const { data, error, refetch, dataUpdatedAt } = trail;
  const nextCursor = data?.next;

  function content() {
    if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
    if (!data) return <TimelineSkeleton />;
    if (data.rows.length === 0) return <Empty isFiltered={isFiltered(query)} />;
    return (
      <Timeline
        entries={data.rows}
        included={included}
        faultyIndex={faultyIndex}
        showsCompany={query.companyId === undefined}
      />
    );
  }

  return (
    <Card flush>
      <Flex align="center" gap="2" px="3" py="2.5" minHeight="14" wrap="wrap" data-print="hide">
        <TrailFilters companyName={companyName} mayAll={mayAll} />
      </Flex>
      <ZoneNote />
      <StaleBanner error={data && error} onRetry={refetch} />
      {content()}
      {data && data.rows.length > 0 ? (
        <Pager
          from={pageIndex * (query.limit ?? 0) + 1}
          count={data.rows.length}
          total={data.total}
          updatedAt={dataUpdatedAt}
          onNext={nextCursor ? () => next(nextCursor) : undefined}
          onPrevious={previous}
        />
      ) : null}
    </Card>
  );
}

/** Names the time zone of the shown times if it differs from the browser's. */
function ZoneNote() {
  const { t } = useTranslation('audit');
  const zone = useCompanyZone();
  if (isSameClock(zone, Date.now())) return null;
  return (
    <Box color="ink.2" px="4" pb="2">
      {t('zoneNote', { zone: zone.replaceAll('_', ' ') })}
    </Box>
  );
}

function Empty({ isFiltered: filtered }: { isFiltered: boolean }) {
  const { t } = useTranslation('audit');
  const { set } = useUrlState();
  const clear = () => set({ search: null, action: null, from: null, to: null, cursor: null });
  return (
    <EmptyState
      icon={ScrollText}
      title={t('empty')}
      hint={t(filtered ? 'emptyFiltered' : 'emptyHint')}
      action={filtered ? <Button onClick={clear}>{t('clearFilters')}</Button> : undefined}
    />
  );
}
