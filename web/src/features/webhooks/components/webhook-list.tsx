import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type useWebhooks, WEBHOOKS_PAGE } from '../queries.ts';
import { shortAddress, webhookState, webhookTone } from '../rules/webhook.ts';

/** The company's webhooks; a row opens its settings and deliveries. */
export function WebhookList({ page }: { page: ReturnType<typeof useWebhooks> }) {
  const { t } = useTranslation('webhooks');
  const url = useUrlState();
  const columns = useWebhookColumns();
  const pager = usePager(page.data, WEBHOOKS_PAGE);
  return (
    <Card flush>
      <DataTable
        id="webhooks"
        title={t('list')}
        label={t('list')}
        columns={columns}
        rows={page.data?.rows}
        rowKey={({ id }) => String(id)}
        error={page.error}
        onRetry={page.refetch}
        updatedAt={page.dataUpdatedAt}
        isChanging={page.isPlaceholderData}
        selectedKey={url.get('selected')}
        onSelect={({ id }) => url.set({ selected: String(id) }, { push: true })}
        hint={t('rowHint')}
        pager={pager}
        empty={
          <EmptyState
            icon={WebhookIcon}
            title={t('empty')}
            hint={t('emptyHint')}
            action={<Button onClick={() => url.set({ new: '1' }, { push: true })}>{t('create.open')}</Button>}
          />
        }
      />
    </Card>
  );
}

function useWebhookColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      id: 'url',
      header: t('column.url'),
      isFixed: true,
      list: 'title',
      value: ({ url }) => url,
      cell: ({ url }) => (
        <Mono title={url} textStyle="strong">
          {shortAddress(url)}
        </Mono>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: webhookState,
      cell: (webhook) => {
        const state = webhookState(webhook);
        return <StatusBadge tone={webhookTone[state]}>{t(`status.${state}`)}</StatusBadge>;
      },
    },
    {
      id: 'events',
      header: t('column.events'),
      list: 'note',
      value: ({ events }) => events.join(' '),
      cell: ({ events }) => events.map((event) => t(`event.${event}`)).join(', '),
    },
    {
      id: 'updatedAt',
      header: t('column.updated'),
      list: 'none',
      value: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <MutedTime at={updatedAt} />,
    },
  ];
}
