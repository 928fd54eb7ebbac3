import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useRevealBudget } from '../../queries.ts';

/** How many searches by value are left today; nothing while it is not known. */
export function SearchesLeft({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useRevealBudget(companyId, undefined);
  if (!data) return null;
  const { limit, used, resetsAt } = data.searches;
  const left = Math.max(0, limit - used);
  return (
    <Box textStyle="small" color={left === 0 ? 'warning' : 'ink.2'} role={left === 0 ? 'status' : undefined}>
      {t('find.left', {
        n: format.number(left),
        limit: format.number(limit),
        at: format.dateTime(resetsAt),
      })}
    </Box>
  );
}
