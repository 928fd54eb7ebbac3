import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import type { FieldFacts } from '../../rules/field-facts.ts';

/** Consent purpose, retention and last update on one line; only the facts given. */
export function FieldFactsLine({ facts }: { facts: FieldFacts }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { purposes, givenAt, withdrawnAt, withdrawnPurpose, expiresAt, keptUntil, updatedAt } = facts;
  if (purposes === undefined && keptUntil === undefined && updatedAt === undefined) return null;
  return (
    <Box textStyle="small" color="ink.2" display="flex" flexWrap="wrap" columnGap="3">
      {purposes === undefined ? null : (
        <span title={givenAt ? t('consentSince', { at: format.dateTime(givenAt) }) : undefined}>
          {t('consentFor', { purposes })}
        </span>
      )}
      {withdrawnAt ? (
        <Box as="span" color="error">
          {withdrawnPurpose === undefined
            ? t('withdrawnAt', { at: format.date(withdrawnAt) })
            : t('withdrawnOf', { purpose: withdrawnPurpose, at: format.date(withdrawnAt) })}
        </Box>
      ) : null}
      {expiresAt ? <span>{t('consentUntil', { at: format.date(expiresAt) })}</span> : null}
      {keptUntil === undefined ? null : (
        <span>{keptUntil ? t('keptUntil', { at: format.date(keptUntil) }) : t('keptOpen')}</span>
      )}
      {updatedAt === undefined ? null : (
        <span>
          {t('updated')} <RelativeTime at={updatedAt} />
        </span>
      )}
    </Box>
  );
}
