import { Box } from '@chakra-ui/react';
import type { ParkedEvent } from '@pii-vault/contract/parked-events/parked-events-schema';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { DiscardDialog } from '../components/discard-dialog.tsx';
import { ServiceCard } from '../components/service-card.tsx';
import { useParkedEvents } from '../queries.ts';

/** Parked events of the deployment, by the service whose consumer could not process them. */
export function ParkedEventsPage() {
  const { t } = useTranslation('parked-events');
  return (
    <Box maxWidth="dialogWide">
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<RefreshButton />} />
      <Services />
    </Box>
  );
}

function Services() {
  const { t } = useTranslation('parked-events');
  const { data, error, refetch } = useParkedEvents();
  const [discarded, setDiscarded] = useState<ParkedEvent>();
  if (error && !data) return <ErrorState error={error} title={t('failed')} onRetry={refetch} />;
  if (!data)
    return (
      <Card>
        <SkeletonLines count={4} />
      </Card>
    );
  const { events, unread } = data;
  return (
    <Box display="grid" gap="4">
      {unread.length > 0 ? (
        <Card>{t('unread', { services: unread.map((service) => t(`service.${service}`)).join(', ') })}</Card>
      ) : null}
      {events.length === 0 && unread.length === 0 ? (
        <Card>
          <EmptyState icon={CircleCheck} title={t('empty')} hint={t('emptyHint')} />
        </Card>
      ) : null}
      {[...Map.groupBy(events, ({ service }) => service)].map(([service, parked]) => (
        <ServiceCard key={service} service={service} events={parked} onDiscard={setDiscarded} />
      ))}
      {events.length > 0 ? <Muted>{t('order')}</Muted> : null}
      {discarded === undefined ? null : (
        <DiscardDialog event={discarded} onClose={() => setDiscarded(undefined)} />
      )}
    </Box>
  );
}
