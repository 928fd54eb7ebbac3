import { Box, Flex } from '@chakra-ui/react';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type CompanyFieldGroup, purposesOf } from '../../rules/purposes.ts';
import { NoticeText } from './notice-text.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** How consent stands for each purpose, the notice that it rests on, and the way to withdraw it. */
export function ConsentPurposes({ id, group }: { id: number; group: CompanyFieldGroup }) {
  const { t } = useTranslation('individuals');
  const mayWrite = useCan()('pii:write', group.companyId);
  const [asked, setAsked] = useState('');
  const purposes = purposesOf(group.fields);
  if (purposes.length === 0) return null;
  const names = (types: readonly string[]) => types.map((type) => t(`field.${type}`)).join(', ');
  return (
    <Box as="section" borderTopWidth="1px" mt="3" pt="3" aria-label={t('purposes.title')}>
      <Box as="h3" textStyle="strong">
        {t('purposes.title')}
      </Box>
      <Box as="ul" listStyleType="none" mt="2" display="grid" gap="3">
        {purposes.map(({ purpose, covers, ended }) => (
          <Box as="li" key={purpose}>
            <Flex gap="2" align="center" wrap="wrap">
              <Box textStyle="strong">{purposeName(purpose)}</Box>
              <StatusBadge tone={covers.length > 0 ? 'success' : 'error'}>
                {t(covers.length > 0 ? 'purposes.stands' : 'purposes.ended')}
              </StatusBadge>
              <Box flex="1" />
              {mayWrite && covers.length > 0 ? (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={ShieldOff}
                  aria-label={t('withdraw.open', { purpose: purposeName(purpose) })}
                  onClick={() => setAsked(purpose)}
                >
                  {t('withdraw.short')}
                </Button>
              ) : null}
            </Flex>
            <Box color="ink.2" textStyle="small">
              {covers.length > 0 ? t('purposes.covers', { fields: names(covers) }) : null}
              {covers.length > 0 && ended.length > 0 ? ' · ' : null}
              {ended.length > 0 ? t('purposes.endedFor', { fields: names(ended) }) : null}
            </Box>
            <NoticeText group={group} purpose={purpose} />
          </Box>
        ))}
      </Box>
      {asked === '' ? null : (
        <WithdrawDialog id={id} group={group} purpose={asked} onClose={() => setAsked('')} />
      )}
    </Box>
  );
}
