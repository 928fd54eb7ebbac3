import type { Budget } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useRevealBudget } from '../api/reveal-budget.ts';

/** What the user may still see today; a dash while it is not known. */
export function BudgetCards({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const { data, error } = useRevealBudget(companyId);
  const unknown = error ? null : undefined;
  const left = (budget: Budget) => format.number(Math.max(0, budget.limit - budget.used));
  const card = (name: 'people' | 'searches') => (
    <StatCard
      label={t(`budget.${name}`)}
      value={data ? left(data[name]) : unknown}
      note={data ? t('budget.of', { limit: format.number(data[name].limit) }) : ''}
    />
  );
  return (
    <StatCards>
      {card('people')}
      <StatCard
        label={t('budget.bulk')}
        value={data ? (data.bulk ? left(data.bulk) : t('budget.unlimited')) : unknown}
        note={data?.bulk ? t('budget.of', { limit: format.number(data.bulk.limit) }) : ''}
      />
      {card('searches')}
      <StatCard
        label={t('budget.restart')}
        value={data ? format.clock(new Date(data.people.resetsAt)) : unknown}
        note={t('budget.restartNote')}
      />
    </StatCards>
  );
}
