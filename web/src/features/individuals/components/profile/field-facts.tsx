import { Box } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { RelativeTime } from '../../../../ui/relative-time.tsx';

/** Consent purpose, retention and last update of a field, on one line. */
export function FieldFacts({ field }: { field: PiiField }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { consentDetails: consent, retentionExpiry } = field;
  const purposes = [consent.purpose, ...(consent.alsoFor ?? [])].join(', ');
  return (
    <Box textStyle="small" color="ink.2" display="flex" flexWrap="wrap" columnGap="3">
      <Box as="span" title={t('consentSince', { at: format.dateTime(consent.date) })}>
        {t('consentFor', { purposes })}
      </Box>
      {consent.withdrawnAt ? (
        <Box as="span" color="error">
          {t('withdrawnAt', { at: format.date(consent.withdrawnAt) })}
        </Box>
      ) : null}
      {consent.expiresAt ? <span>{t('consentUntil', { at: format.date(consent.expiresAt) })}</span> : null}
      <span>{retentionExpiry ? t('keptUntil', { at: format.date(retentionExpiry) }) : t('keptOpen')}</span>
      <span>
        {t('updated')} <RelativeTime at={field.updatedAt} />
      </span>
    </Box>
  );
}
