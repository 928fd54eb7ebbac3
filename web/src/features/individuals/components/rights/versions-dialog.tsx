import { Box, Flex } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useDeleteField, useFieldVersions } from '../../queries.ts';
import { SAME_RECORDS_MS, withSameRecords } from '../../rules/same-records.ts';

/** Versions of one field, masked, each with its consent; and a button to delete the field. */
export function VersionsDialog({ field, onClose }: { field: PiiField; onClose: () => void }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const can = useCan();
  const { data, error, refetch } = useFieldVersions(field.id);
  const [isAsking, setAsking] = useState(false);
  const name = t(`field.${field.fieldType}`);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('versions.title', { what: name })}
      description={t('versions.text')}
      footer={
        <>
          {can('pii:write', field.companyId) ? (
            <Button variant="danger" onClick={() => setAsking(true)}>
              {t('deleteField.open')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('versions.close')}</Button>
        </>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!data && !error ? <SkeletonLines count={3} /> : null}
      <Box as="ol" listStyleType="none" display="grid" gap="3">
        {data?.map((one) => (
          <Box as="li" key={one.version}>
            <Flex gap="2" align="center">
              <Box flex="1" minWidth="0" overflowWrap="anywhere">
                <Mono>{one.value}</Mono>
              </Box>
              <StatusBadge tone={one.isActive ? 'success' : 'neutral'}>
                {t(one.isActive ? 'versions.current' : 'versions.former')}
              </StatusBadge>
            </Flex>
            <Box color="ink.2" textStyle="small">
              {t('versions.from', { at: format.dateTime(one.createdAt) })}
              {one.replacedAt ? ` · ${t('versions.until', { at: format.dateTime(one.replacedAt) })}` : ''}
              {` · ${t('consentFor', { purposes: purposeName(one.consentDetails.purpose) })}`}
            </Box>
          </Box>
        ))}
      </Box>
      {isAsking ? (
        <DeleteQuestion field={field} name={name} onCancel={() => setAsking(false)} onDone={onClose} />
      ) : null}
    </Dialog>
  );
}

interface DeleteQuestionProps {
  field: PiiField;
  name: string;
  onCancel: () => void;
  onDone: () => void;
}

function DeleteQuestion({ field, name, onCancel, onDone }: DeleteQuestionProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const remove = useDeleteField(field.id);
  const send = useSend(remove.mutateAsync, onDone);
  const confirm = () =>
    send(undefined, {
      done: ({ shredAt, verifiedSame }) =>
        notify.success(
          t('deleteField.done'),
          withSameRecords(t, t('deleteField.doneText', { at: format.date(shredAt) }), verifiedSame),
          { durationMs: SAME_RECORDS_MS },
        ),
      failed: (error) => notify.error(t('error'), messageOf(error, t('deleteField.failed')), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onCancel}
      onConfirm={confirm}
      title={t('deleteField.title', { what: name })}
      description={t('deleteField.text', { company: field.companyName })}
      confirmLabel={t('deleteField.open')}
      isDanger
      pending={remove.isPending}
    />
  );
}
