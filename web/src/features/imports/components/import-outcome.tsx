import { Box, Flex } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { importTone } from '../rules/import-status.ts';
import { useStatusReason } from '../rules/use-status-reason.ts';

/** What came of it, in a sentence, and the next action. */
export function ImportOutcome({ one, companyId }: { one: Import; companyId: number }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const reason = useStatusReason(one);
  const tone = importTone(one);
  const icon = tone === 'success' ? CircleCheck : tone === 'warning' ? TriangleAlert : CircleX;
  const values = {
    count: one.accepted,
    n: format.number(one.accepted),
    rejected: format.number(one.rejected),
    reason,
  };
  const isMixed = one.status === 'done' && one.rejected > 0;
  return (
    <Flex role="status" align="center" gap="3" p="3" borderRadius="control" bg={`${tone}.soft`} wrap="wrap">
      <Box color={tone} display="inline-flex">
        <Icon as={icon} size={20} />
      </Box>
      <Box flex="1" minWidth="40">
        <Box textStyle="strong">{t(`outcome.${isMixed ? 'mixed' : one.status}`, values)}</Box>
        <Box color="ink.2">{t(`outcome.${isMixed ? 'mixed' : one.status}Next`, values)}</Box>
      </Box>
      {one.accepted > 0 ? (
        <Button asChild variant="primary">
          <Link to={`/individuals?company=${companyId}`}>{t('outcome.look')}</Link>
        </Button>
      ) : null}
    </Flex>
  );
}
