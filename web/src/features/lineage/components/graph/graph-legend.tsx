import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

const bands = [
  { key: 'high', color: 'success' },
  { key: 'medium', color: 'warning' },
  { key: 'low', color: 'error' },
] as const;

/** What colours, widths and dashes of the lines mean. */
export function GraphLegend() {
  const { t } = useTranslation('lineage');
  return (
    <Flex as="ul" listStyleType="none" gap="3" wrap="wrap" textStyle="small" color="ink.2">
      {bands.map(({ key, color }) => (
        <Flex as="li" key={key} align="center" gap="1.5">
          <Box as="span" width="4" height="0.5" bg={color} borderRadius="full" />
          {t(`band.${key}`)}
        </Flex>
      ))}
      <Flex as="li" align="center" gap="1.5">
        <Box as="span" width="4" borderTopWidth="1px" borderStyle="dashed" borderColor="ink.3" />
        {t('graph.pending')}
      </Flex>
    </Flex>
  );
}
