import { Box, Flex, Grid } from '@chakra-ui/react';
import type { PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { PanelHead, ShownText, TextsNote } from './register-panel.tsx';

/** One purpose: lawful basis, description, and the notices that consents refer to. */
export function PurposePanel({ purpose }: { purpose: PurposeEntry }) {
  const { t } = useTranslation('governance');
  const can = useCan();
  const { set } = useUrlState();
  const id = String(purpose.id);
  const notices = [...purpose.notices].reverse();
  return (
    <Grid gap="4">
      <PanelHead title={purposeName(purpose.purpose)}>
        <Basis purpose={purpose} />
        <Mono color="ink.2">{purpose.purpose}</Mono>
      </PanelHead>
      {can('compliance:manage') ? (
        <Flex gap="2" wrap="wrap">
          <Button
            variant={notices.length === 0 ? 'primary' : 'secondary'}
            onClick={() => set({ notice: id }, { push: true })}
          >
            {t('purposes.publish.open')}
          </Button>
          <Button
            variant={notices.length > 0 && purpose.lawfulBasis === null ? 'primary' : 'secondary'}
            onClick={() => set({ edit: id }, { push: true })}
          >
            {t('edit')}
          </Button>
        </Flex>
      ) : null}
      <TextsNote texts={purpose.texts} />
      <ShownText label={t('purposes.field.description')} text={purpose.description} />
      <Box as="h3" textStyle="strong">
        {t('purposes.notices')}
      </Box>
      {notices.length === 0 ? <Box color="ink.2">{t('purposes.noNotice')}</Box> : null}
      {notices.map((notice, at) => (
        <NoticeCard key={notice.version} notice={notice} isCurrent={at === 0} />
      ))}
    </Grid>
  );
}

export function Basis({ purpose }: { purpose: PurposeEntry }) {
  const { t } = useTranslation('governance');
  return purpose.lawfulBasis === null ? (
    <StatusBadge tone="warning">{t('purposes.noBasis')}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t(`purposes.basis.${purpose.lawfulBasis}`)}</StatusBadge>
  );
}

interface NoticeCardProps {
  notice: PurposeEntry['notices'][number];
  isCurrent: boolean;
}

function NoticeCard({ notice, isCurrent }: NoticeCardProps) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const { retentionDays, endEvent } = notice;
  return (
    <Box borderWidth="1px" borderRadius="control" p="3">
      <Flex align="center" gap="2" mb="2">
        <Mono>{notice.version}</Mono>
        {isCurrent ? <StatusBadge tone="success">{t('purposes.current')}</StatusBadge> : null}
      </Flex>
      <KeyValue
        items={[
          { label: t('purposes.field.publishedAt'), value: format.dateTime(notice.publishedAt) },
          {
            label: t('purposes.field.fieldTypes'),
            value: notice.fieldTypes.map((type) => t(`fieldType.${type}`)).join(', '),
          },
          {
            label: t('purposes.field.retentionDays'),
            value: retentionDays === undefined ? '–' : format.number(retentionDays),
          },
          {
            label: t('purposes.field.endEvent'),
            value: endEvent === undefined ? '–' : t(`purposes.endEvent.${endEvent}`),
          },
        ]}
      />
    </Box>
  );
}
