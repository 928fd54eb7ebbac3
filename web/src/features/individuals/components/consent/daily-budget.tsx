import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useRevealBudget } from '../../queries.ts';

interface DailyBudgetProps {
  companyId: number;
  /** What is counted: people whose consent is recorded, or who are erased. */
  of: 'consents' | 'erasures';
  /** People of the act. */
  people: number;
}

/** People of today's budget that are used and left; above it a second person approves. Renders nothing until loaded. */
export function DailyBudget({ companyId, of, people }: DailyBudgetProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useRevealBudget(companyId, undefined);
  if (!data) return null;
  const { limit, used, resetsAt } = data[of];
  const left = Math.max(0, limit - used);
  const isEnough = people <= left;
  return (
    <Box textStyle="small" color={isEnough ? 'ink.2' : 'warning'} role={isEnough ? undefined : 'status'}>
      {t(`daily.${of}`, { used: format.number(used), limit: format.number(limit), n: format.number(left) })}{' '}
      {t(isEnough ? 'daily.resets' : 'daily.exceeded', { at: format.dateTime(resetsAt) })}
    </Box>
  );
}
