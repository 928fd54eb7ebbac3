import { Flex, Grid } from '@chakra-ui/react';
import type { Recipient } from '@pii-vault/contract/recipients/recipients-schema';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { isShared } from '../rules/recipient.ts';
import { PanelHead, ShownText, TextsNote } from './register-panel.tsx';

/** One recipient: data, purposes, period and contract. */
export function RecipientPanel({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const { set } = useUrlState();
  const id = String(recipient.id);
  const { sharedUntil, fieldTypes } = recipient;
  const types = fieldTypes.map((type) => t(`fieldType.${type}`)).join(', ');
  return (
    <Grid gap="4">
      <PanelHead title={recipient.name}>
        <SharingBadge recipient={recipient} />
        <StatusBadge tone="neutral">{t(`recipients.kind.${recipient.kind}`)}</StatusBadge>
      </PanelHead>
      {can('compliance:manage') ? (
        <Flex gap="2" wrap="wrap">
          <Button onClick={() => set({ edit: id }, { push: true })}>{t('edit')}</Button>
          {sharedUntil === null ? (
            <Button onClick={() => set({ end: id }, { push: true })}>{t('recipients.end.open')}</Button>
          ) : null}
        </Flex>
      ) : null}
      <KeyValue
        items={[
          { label: t('recipients.field.code'), value: <Mono>{recipient.code}</Mono> },
          { label: t('recipients.field.purposes'), value: recipient.purposes.map(purposeName).join(', ') },
          { label: t('recipients.field.fieldTypes'), value: types || '–' },
          { label: t('recipients.field.country'), value: recipient.country ?? '–' },
          { label: t('recipients.field.sharedFrom'), value: format.dateTime(recipient.sharedFrom) },
          {
            label: t('recipients.field.sharedUntil'),
            value: sharedUntil === null ? '–' : format.dateTime(sharedUntil),
          },
        ]}
      />
      <TextsNote texts={recipient.texts} />
      <ShownText
        label={t('recipients.field.contract')}
        text={recipient.contract}
        none={t('recipients.noContract')}
      />
    </Grid>
  );
}

export function SharingBadge({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation('governance');
  const isOn = isShared(recipient, Date.now());
  return (
    <StatusBadge tone={isOn ? 'info' : 'neutral'}>
      {t(isOn ? 'recipients.shared' : 'recipients.ended')}
    </StatusBadge>
  );
}
