import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useRevealBudget } from '../../queries.ts';
import { approvalPath } from '../../rules/paths.ts';

const WARNS_AT = 0.8;

interface BudgetLeftProps {
  companyId: number;
  /** Chosen in the dialog; '' while none is. */
  purpose: string;
}

/**
 * How many people the user may still see today, and from 80 % on the way to an approval. Nothing while it is not known.
 */
export function BudgetLeft({ companyId, purpose }: BudgetLeftProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useRevealBudget(companyId, purpose === '' ? undefined : purpose);
  if (!data) return null;
  const tight =
    data.bulk !== null && data.bulk.limit - data.bulk.used < data.people.limit - data.people.used
      ? data.bulk
      : data.people;
  const isWarned = tight.used >= tight.limit * WARNS_AT;
  return (
    <Box textStyle="small" color={isWarned ? 'warning' : 'ink.2'} role={isWarned ? 'status' : undefined}>
      {t('budget.left', {
        n: format.number(Math.max(0, tight.limit - tight.used)),
        limit: format.number(tight.limit),
      })}
      {data.approved > 0 ? ` ${t('budget.approved', { n: format.number(data.approved) })}` : null}
      {isWarned ? (
        <>
          {' '}
          <Link to={approvalPath(companyId, purpose)}>{t('budget.ask')}</Link>
        </>
      ) : null}
    </Box>
  );
}
