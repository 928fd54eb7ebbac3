import { Box, Flex } from '@chakra-ui/react';
import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useIsNarrow } from '../../../ui/use-media.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { shortAddress, webhookState, webhookTone } from '../rules/webhook.ts';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookActions } from './webhook-actions.tsx';

/** One webhook: settings, actions and deliveries. */
export function WebhookPanel({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { set } = useUrlState();
  const isNarrow = useIsNarrow();
  const { status, url, events } = webhook;
  const state = webhookState(webhook);
  return (
    <Box display="grid" gap="4">
      <Flex align="flex-start" gap="2" me={isNarrow ? '8' : '0'}>
        <Box flex="1" minWidth="0">
          <Box as="h2" textStyle="card" overflowWrap="anywhere">
            {shortAddress(url)}
          </Box>
          <Box mt="1">
            <StatusBadge tone={webhookTone[state]}>{t(`status.${state}`)}</StatusBadge>
          </Box>
        </Box>
        {isNarrow ? null : (
          <IconButton size="sm" icon={X} label={t('close')} onClick={() => set({ selected: null })} />
        )}
      </Flex>
      {state === 'failing' ? <Box color="error">{t('failingText')}</Box> : null}
      {status === 'paused' ? <Box color="ink.2">{t('pausedText')}</Box> : null}
      <KeyValue
        items={[
          { label: t('column.url'), value: <Mono overflowWrap="anywhere">{url}</Mono> },
          { label: t('column.events'), value: events.map((event) => t(`event.${event}`)).join(', ') },
          { label: t('column.created'), value: format.dateTime(webhook.createdAt) },
          { label: t('column.updated'), value: format.dateTime(webhook.updatedAt) },
        ]}
      />
      <WebhookActions webhook={webhook} />
      <DeliveryList webhook={webhook} />
    </Box>
  );
}
