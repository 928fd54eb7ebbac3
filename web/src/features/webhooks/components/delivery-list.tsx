import { Box, Flex } from '@chakra-ui/react';
import { type Delivery, deliveryStatuses, type Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useDeliveries, useReplay, useReplayFailed } from '../queries.ts';
import { deliveryTone, lastAnswer, replayOf } from '../rules/webhook.ts';

/** Deliveries, newest first, with their outcome. */
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

/** One delivery: event, state, attempts, last answer, next attempt. */
function DeliveryRow({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const replay = useReplay(delivery.webhookId);
  const { status, event, items, attempts, nextAttemptAt } = delivery;
  const answer = lastAnswer(delivery);
  const offer = replayOf(delivery, webhook);
  const answerText =
    answer === null
      ? undefined
      : 'status' in answer
        ? t('deliveries.status', { status: answer.status })
        : t(`deliveryError.${answer.error}`);
  const start = () =>
    replay.mutate(delivery.id, {
      onSuccess: () => notify.success(t(offer === 'now' ? 'replay.nowDone' : 'replay.done')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
    });
  return (
    <Box as="li" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Flex align="center" gap="2">
        <StatusBadge tone={deliveryTone[status]}>{t(`delivery.${status}`)}</StatusBadge>
        <Box flex="1" minWidth="0" textStyle="strong">
          {t(`event.${event}`)}
          {items > 1 ? ` × ${format.number(items)}` : ''}
        </Box>
        {offer ? (
          <Button
            size="sm"
            variant="ghost"
            icon={RotateCw}
            pending={replay.isPending}
            aria-label={t(offer === 'now' ? 'replay.nowOne' : 'replay.one', { id: delivery.messageId })}
            onClick={start}
          >
            {t(offer === 'now' ? 'replay.now' : 'replay.open')}
          </Button>
        ) : null}
      </Flex>
      <Box color="ink.2" textStyle="small" display="flex" flexWrap="wrap" columnGap="3">
        <RelativeTime at={delivery.lastAttemptAt ?? delivery.createdAt} />
        <span>{t('deliveries.attempts', { count: attempts, n: format.number(attempts) })}</span>
        {answerText ? (
          <Box as="span" color={status === 'dead' ? 'error' : 'ink.2'}>
            {answerText}
          </Box>
        ) : null}
        {status === 'pending' && nextAttemptAt !== null && attempts > 0 ? (
          <span>{t('deliveries.next', { at: format.dateTime(nextAttemptAt) })}</span>
        ) : null}
      </Box>
      <Box color="ink.2" textStyle="small" overflow="hidden" textOverflow="ellipsis">
        <Mono overflowWrap="anywhere">{delivery.messageId}</Mono>
      </Box>
    </Box>
  );
}

/** Sends every failed delivery of the webhook again, after a confirmation. */
function ReplayFailed({ webhookId }: { webhookId: number }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const replay = useReplayFailed(webhookId);
  const [isAsking, setAsking] = useState(false);
  const start = () =>
    replay.mutate(undefined, {
      onSuccess: (count) => notify.success(t('replay.allDone', { count, n: format.number(count) })),
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('replay.all')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={start}
        title={t('replay.allTitle')}
        description={t('replay.allText')}
        confirmLabel={t('replay.all')}
        pending={replay.isPending}
      />
    </>
  );
}
