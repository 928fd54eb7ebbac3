import { Stack } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { ApprovalList } from '../components/approval-list.tsx';
import { BudgetCards } from '../components/budget-cards.tsx';
import { PolicyCard } from '../components/policy-card.tsx';
import { RequestDialog } from '../components/request-dialog.tsx';
import { SecondFactorCard } from '../components/second-factor-card.tsx';

/** Approvals: requests that need the approval of a second person, and the company's limits. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const mayManage = useCan()('company:manage');
  const { get, set } = useUrlState();
  const close = () => set({ new: null, kind: null, purpose: null });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
              {t('request.open')}
            </Button>
          </>
        }
      />
      <WithCompany>
        {({ id }) => (
          <>
            <BudgetCards key={`budget-${id}`} companyId={id} />
            <ApprovalList
              key={`list-${id}`}
              companyId={id}
              below={
                mayManage ? (
                  <Stack key={`policies-${id}`} gap="4">
                    <PolicyCard companyId={id} />
                    <SecondFactorCard companyId={id} />
                  </Stack>
                ) : null
              }
            />
            {get('new') === '' ? null : (
              <DialogGate permission="pii:reveal" onClose={close}>
                <RequestDialog companyId={id} kind={get('kind')} purpose={get('purpose')} onClose={close} />
              </DialogGate>
            )}
          </>
        )}
      </WithCompany>
    </>
  );
}
