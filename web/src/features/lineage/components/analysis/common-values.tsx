import { Box } from '@chakra-ui/react';
import type { LineageAnalysis } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Muted } from '../../../../ui/muted.tsx';

/** Values too common to join anybody, by company or pair. */
export function CommonValues({ values }: { values: LineageAnalysis['hotValues'] }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  if (values.length === 0) return <Box color="ink.2">{t('analysis.noCommon')}</Box>;
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1">
      {values.map(({ companies, sharedValues, crowdedKeys }) => (
        <li key={companies.map((company) => company.id).join('-')}>
          {companies.map((company) => company.name).join(' ↔ ')}{' '}
          <Muted>
            {t('analysis.commonText', {
              shared: format.number(sharedValues),
              crowded: format.number(crowdedKeys),
            })}
          </Muted>
        </li>
      ))}
    </Box>
  );
}
