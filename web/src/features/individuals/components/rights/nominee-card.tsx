import { Box, Flex } from '@chakra-ui/react';
import type { Nomination } from '@pii-vault/contract/principals/principals-schema';
import { Eye, EyeOff, Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useHideOnLeave } from '../../../../pii/hide-on-leave.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { useReadNominee } from '../../queries.ts';
import { NomineeDialog } from './nominee-dialog.tsx';

/** The people who may exercise this person's rights (DPDP Act, s.14). Loaded by a click only: each read is audited. */
export function NomineeCard({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const can = useCan();
  const read = useReadNominee(id, companyId);
  const [shown, setShown] = useState<Nomination>();
  const [isEditing, setEditing] = useState(false);
  const isRaw = shown !== undefined && !shown.masked;
  const hide = useCallback(() => setShown(undefined), []);
  useHideOnLeave(isRaw, hide);
  const show = (raw: boolean) =>
    read.mutate(raw, {
      onSuccess: setShown,
      onError: (error) => notify.error(t('error'), messageOf(error, t('nominee.failed')), { error }),
    });
  return (
    <Card title={t('nominee.title')}>
      <Box display="grid" gap="3">
        <Box color="ink.2">{t('nominee.text')}</Box>
        {shown?.nominees.length === 0 ? <Box>{t('nominee.none')}</Box> : null}
        {shown?.nominees.map((one) => (
          <Box key={`${one.name}-${one.relationship}-${one.phone}-${one.email}`}>
            <Box textStyle="strong">{one.name}</Box>
            <Box color="ink.2">
              {[t(`nominee.relation.${one.relationship}`), one.email, one.phone].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        ))}
        {shown?.updatedAt ? (
          <Box color="ink.2" textStyle="small">
            {t('nominee.since', { at: format.dateTime(shown.updatedAt) })}
          </Box>
        ) : null}
        <Flex gap="2" wrap="wrap">
          {shown ? (
            <Button size="sm" icon={EyeOff} onClick={hide}>
              {t('nominee.hide')}
            </Button>
          ) : (
            <Button size="sm" icon={Eye} pending={read.isPending} onClick={() => show(false)}>
              {t('nominee.show')}
            </Button>
          )}
          {shown && shown.nominees.length > 0 && shown.masked && can('pii:reveal', companyId) ? (
            <Button size="sm" icon={Eye} pending={read.isPending} onClick={() => show(true)}>
              {t('nominee.reveal')}
            </Button>
          ) : null}
          {can('pii:write', companyId) ? (
            <Button size="sm" icon={Pencil} onClick={() => setEditing(true)}>
              {t('nominee.edit')}
            </Button>
          ) : null}
        </Flex>
      </Box>
      {isEditing ? (
        <NomineeDialog id={id} companyId={companyId} onSaved={setShown} onClose={() => setEditing(false)} />
      ) : null}
    </Card>
  );
}
