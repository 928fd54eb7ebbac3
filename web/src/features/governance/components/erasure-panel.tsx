import { Grid } from '@chakra-ui/react';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { useTranslation } from 'react-i18next';
import { CertificateCard } from '../../../erasure/certificate-card.tsx';
import { ErasureFacts } from '../../../erasure/erasure-facts.tsx';
import { stateTone } from '../../../erasure/erasure-state.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PanelHead } from './panel-head.tsx';
import { ShownText, TextsNote } from './shown-text.tsx';

/** One erasure: when the person was sealed, when key and values are destroyed, and the proof. */
export function ErasurePanel({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation(['governance', 'erasure']);
  const { status } = erasure;
  return (
    <Grid gap="4">
      <PanelHead title={`IND_${erasure.individualId}`}>
        <StatusBadge tone={stateTone[status]}>{t(`state.${status}`, { ns: 'erasure' })}</StatusBadge>
      </PanelHead>
      <ErasureFacts erasure={erasure} />
      <TextsNote texts={erasure.texts} />
      <ShownText label={t('erasures.field.reason')} text={erasure.reason} />
      <CertificateCard key={erasure.individualId} erasure={erasure} />
    </Grid>
  );
}
