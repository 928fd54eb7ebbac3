import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { WebhookList } from '../components/webhook-list.tsx';
import { WebhookPanel } from '../components/webhook-panel.tsx';
import { useWebhooks } from '../queries.ts';

/** Webhooks: receivers of the vault's events, and the deliveries to them. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const { set } = useUrlState();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
              {t('create.open')}
            </Button>
          </>
        }
      />
      <WithCompany>{(company) => <Webhooks key={company.id} company={company} />}</WithCompany>
    </>
  );
}

function Webhooks({ company }: { company: Company }) {
  const { t } = useTranslation('webhooks');
  const { get, set } = useUrlState();
  const page = useWebhooks(company.id, useCursor().cursor);
  const selected = page.data?.rows.find(({ id }) => String(id) === get('selected'));
  return (
    <>
      <SidePanelLayout
        label={t('panel')}
        openKey={selected?.id}
        onClose={() => set({ selected: null })}
        panel={selected ? <WebhookPanel key={selected.id} webhook={selected} /> : null}
      >
        <WebhookList page={page} />
      </SidePanelLayout>
      {get('new') === '' ? null : <CreateDialog company={company} onClose={() => set({ new: null })} />}
    </>
  );
}
