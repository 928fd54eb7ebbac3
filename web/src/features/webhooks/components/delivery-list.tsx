import { Box, Flex } from '@chakra-ui/react';
import { deliveryStatuses, type Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useDeliveries } from '../queries.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { ReplayFailed } from './replay-failed.tsx';

/** What was sent, newest first, and what became of it. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const [status, setStatus] = useState<(typeof deliveryStatuses)[number] | ''>('');
  const query = useDeliveries(webhook.id, status);
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const hasFailed = rows?.some((row) => row.status === 'dead') ?? false;
  return (
    <Box as="section" aria-label={t('deliveries.title')} display="grid" gap="2" borderTopWidth="1px" pt="3">
      <Flex align="center" gap="2" wrap="wrap">
        <Box as="h3" textStyle="card" flex="1">
          {t('deliveries.title')}
        </Box>
        {hasFailed ? <ReplayFailed webhookId={webhook.id} /> : null}
        <FilterChip
          name={t('column.status')}
          value={status}
          onChange={(value) => setStatus(deliveryStatuses.find((one) => one === value) ?? '')}
          options={[
            { value: '', label: t('deliveries.all') },
            ...deliveryStatuses.map((value) => ({ value, label: t(`delivery.${value}`) })),
          ]}
        />
      </Flex>
      {query.error && !rows ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {!rows && !query.error ? <SkeletonLines count={4} /> : null}
      {rows?.length === 0 ? (
        <Box color="ink.2">{t(status === '' ? 'deliveries.none' : 'deliveries.noneSuch')}</Box>
      ) : null}
      {rows && rows.length > 0 ? (
        <Box as="ol" listStyleType="none">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
          ))}
        </Box>
      ) : null}
      {query.hasNextPage ? (
        <Button size="sm" pending={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('deliveries.more')}
        </Button>
      ) : null}
      <Box color="ink.2" textStyle="small">
        {t('deliveries.kept')}
      </Box>
    </Box>
  );
}
