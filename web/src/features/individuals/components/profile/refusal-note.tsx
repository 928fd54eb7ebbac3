import { Box, Flex } from '@chakra-ui/react';
import { ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../../i18n/field-name.ts';
import { Icon } from '../../../../ui/icon.tsx';
import type { ConsentedPurpose } from '../../rules/purposes.ts';

interface RefusalNoteProps {
  purpose: string;
  /** UPPER_SNAKE, as the vault gives them. */
  reasons: readonly string[];
  what: string;
  offered: readonly ConsentedPurpose[];
}

/** Why a purpose opened nothing, and which ones would. */
export function RefusalNote({ purpose, reasons, what, offered }: RefusalNoteProps) {
  const { t } = useTranslation('individuals');
  const live = offered.filter((one) => one.covers.length > 0).map((one) => purposeName(one.purpose));
  return (
    <Flex role="alert" gap="2.5" p="3" bg="error.soft" borderRadius="control">
      <Box color="error" mt="0.5">
        <Icon as={ShieldX} />
      </Box>
      <Box minWidth="0">
        <Box textStyle="strong" color="error">
          {t('refusal.title')}
        </Box>
        {reasons.map((reason) => (
          <Box key={reason}>
            {t(`refusal.${reason}`, {
              purpose: purposeName(purpose),
              what,
              defaultValue: t('refusal.unknown', { reason }),
            })}
          </Box>
        ))}
        <Box color="ink.2" mt="1">
          {live.length > 0 ? t('refusal.given', { purposes: live.join(', ') }) : t('refusal.noneLeft')}
        </Box>
      </Box>
    </Flex>
  );
}
