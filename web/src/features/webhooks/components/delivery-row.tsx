import { Box, Flex } from '@chakra-ui/react';
import type { Delivery, Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useReplay } from '../queries.ts';
import { deliveryTone, lastAnswer, replayOf } from '../rules/webhook.ts';

/** One message: event, state, attempts, last answer, when it is tried next. */
export function DeliveryRow({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
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
