import { Grid } from '@chakra-ui/react';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyValue } from '../../../ui/key-value.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { stateTone } from '../rules/erasure.ts';
import { CertificateCard } from './certificate-card.tsx';
import { PanelHead } from './panel-head.tsx';
import { ShownText, TextsNote } from './shown-text.tsx';

/** One erasure: since when nobody reads the person, when key and values are destroyed, and the proof of it. */
export function ErasurePanel({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const { status, shreddedAt } = erasure;
  return (
    <Grid gap="4">
      <PanelHead title={`IND_${erasure.individualId}`}>
        <StatusBadge tone={stateTone[status]}>{t(`erasures.state.${status}`)}</StatusBadge>
      </PanelHead>
      <KeyValue
        items={[
          { label: t('erasures.sealedAt'), value: format.dateTime(erasure.requestedAt) },
          { label: t('erasures.floor'), value: format.dateTime(erasure.shredAt) },
          {
            label: t('erasures.shreddedAt'),
            value: shreddedAt === null ? t('erasures.notYet') : format.dateTime(shreddedAt),
          },
        ]}
      />
      <TextsNote texts={erasure.texts} />
      <ShownText label={t('erasures.field.reason')} text={erasure.reason} />
      <CertificateCard key={erasure.individualId} erasure={erasure} />
    </Grid>
  );
}
