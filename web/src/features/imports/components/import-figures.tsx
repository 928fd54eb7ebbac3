import { Box, Grid } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { byteText } from '../rules/byte-text.ts';

/** Rows read, stored and rejected, and how fast. */
export function ImportFigures({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const figures: { key: string; value: string; isBad?: boolean }[] = [
    { key: 'processed', value: format.number(one.processed) },
    { key: 'accepted', value: format.number(one.accepted) },
    ...(one.knownPeople > 0 ? [{ key: 'known', value: format.number(one.knownPeople) }] : []),
    { key: 'rejected', value: format.number(one.rejected), isBad: one.rejected > 0 },
    { key: 'rate', value: t('figure.perSecond', { n: format.number(Math.round(one.perSecond)) }) },
    { key: 'size', value: byteText(one.bytesTotal, format.decimal) },
    { key: 'started', value: format.dateTime(one.createdAt) },
  ];
  return (
    <Grid
      as="dl"
      templateColumns={{
        base: 'repeat(2, 1fr)',
        md: 'repeat(4, auto)',
        xl: `repeat(${figures.length}, auto)`,
      }}
      gap="4"
    >
      {figures.map((figure) => (
        <Box key={figure.key} minWidth="0">
          <Box as="dt" color="ink.2" textStyle="small">
            {t(`figure.${figure.key}`)}
          </Box>
          <Box as="dd" textStyle="card" color={figure.isBad ? 'error' : 'ink'}>
            {figure.value}
          </Box>
        </Box>
      ))}
    </Grid>
  );
}
