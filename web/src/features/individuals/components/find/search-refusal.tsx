import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { inReaderLanguage } from '../../../../i18n/messages.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Icon } from '../../../../ui/icon.tsx';

/** Refusals that the dialog explains itself: both budgets. */
const explained = ['SEARCH_BUDGET', 'SEARCH_BUDGET_SPENT'];

/** Why a search was refused, and when or how it works. */
export function SearchRefusal({ problem }: { problem: unknown }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const refusal = problem instanceof Problem ? problem : undefined;
  const reason = explained.find((one) => one === refusal?.reason);
  const values = [...(refusal?.fieldErrors.values() ?? [])];
  const seconds = format.number(refusal?.retryAfterSeconds ?? 60);
  return (
    <Flex role="alert" gap="2.5" p="3" bg="error.soft" borderRadius="control">
      <Box color="error" mt="0.5">
        <Icon as={ShieldX} />
      </Box>
      <Box minWidth="0">
        {reason ? t(`find.refusal.${reason}`, { seconds }) : messageOf(problem, t('find.failed'))}
        {values.map((value) => (
          <Box key={value}>{inReaderLanguage(value)}</Box>
        ))}
      </Box>
    </Flex>
  );
}
