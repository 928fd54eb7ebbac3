import type { Budget } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useRevealBudget } from '../queries.ts';

/** Remaining budgets of the user for today; a dash if they could not be loaded. */
export function BudgetCards({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const query = useRevealBudget(companyId);
  const { data, error } = query;
  const unknown = error ? null : undefined;
  const leftOf = (budget: Budget) => Math.max(0, budget.limit - budget.used);
  const left = (budget: Budget) => format.number(leftOf(budget));
  const card = (name: 'people' | 'searches' | 'erasures') => (
    <StatCard
      label={t(`budget.${name}`)}
      value={data ? left(data[name]) : unknown}
      note={data ? t('budget.of', { limit: format.number(data[name].limit) }) : ''}
    />
  );
  return (
    <StatCards query={query}>
      {card('people')}
      <StatCard
        label={t('budget.bulk')}
        value={
          data ? format.number(Math.min(leftOf(data.people), leftOf(data.bulk ?? data.people))) : unknown
        }
        note={data?.bulk ? t('budget.of', { limit: format.number(data.bulk.limit) }) : t('budget.unlimited')}
      />
      {card('searches')}
      {card('erasures')}
      <StatCard
        label={t('budget.restart')}
        value={data ? format.clock(new Date(data.people.resetsAt)) : unknown}
        note={t('budget.restartNote')}
      />
    </StatCards>
  );
}
