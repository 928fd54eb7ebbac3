import type { Budget } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { ApprovalList } from '../components/approval-list.tsx';
import { RequestDialog } from '../components/request-dialog.tsx';
import { useRevealBudget } from '../queries.ts';

/** Approvals: requests that need the approval of a second person, and the user's budgets. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
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
            <ApprovalList key={`list-${id}`} companyId={id} />
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

/** Remaining budgets of the user for today; a dash if they could not be loaded. */
function BudgetCards({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const query = useRevealBudget(companyId);
  const { data, error } = query;
  const unknown = error ? null : undefined;
  const leftOf = (budget: Budget) => Math.max(0, budget.limit - budget.used);
  const left = (budget: Budget) => format.number(leftOf(budget));
  const card = (name: 'people' | 'searches' | 'erasures') => (
    <FigureCard
      figure={`${name}Left`}
      label={t(`budget.${name}`)}
      value={data ? left(data[name]) : unknown}
      note={data ? t('budget.of', { limit: format.number(data[name].limit) }) : ''}
    />
  );
  return (
    <StatCards query={query}>
      {card('people')}
      <FigureCard
        figure="bulkLeft"
        label={t('budget.bulk')}
        value={
          data ? format.number(Math.min(leftOf(data.people), leftOf(data.bulk ?? data.people))) : unknown
        }
        note={data?.bulk ? t('budget.of', { limit: format.number(data.bulk.limit) }) : t('budget.unlimited')}
      />
      {card('searches')}
      {card('erasures')}
      <FigureCard
        figure="limitsRenewed"
        label={t('budget.restart')}
        value={data ? format.clock(new Date(data.people.resetsAt)) : unknown}
        note={t('budget.restartNote')}
      />
    </StatCards>
  );
}
