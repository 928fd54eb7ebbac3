import { Box, Flex, Grid } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { DemoRow } from '../rules/demo-row.ts';
import { maskingRules } from '../rules/sample-rows.ts';

/** The masking rules, each with a generated value before and after. */
export function RuleCards({ samples }: { samples: readonly DemoRow[] }) {
  const { t } = useTranslation('pii-demo');
  return (
    <Card title={t('rules.title')}>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="3"
      >
        {maskingRules.map((type) => {
          const sample = samples.find(({ fieldType }) => fieldType === type);
          return (
            <Box key={type} as="article" p="3" bg="sunken" borderRadius="control" minWidth="0">
              <Box as="h3" textStyle="strong">
                {t(type === 'name' ? 'rules.others' : `field.${type}`)}
              </Box>
              <Box color="ink.2" textStyle="small" mb="2">
                {t(`rules.${type}`)}
              </Box>
              <Flex align="center" gap="2" wrap="wrap">
                <Mono>{sample?.rawValue}</Mono>
                <Box color="ink.2">
                  <Icon as={ArrowRight} size={14} />
                </Box>
                <Mono>{sample?.maskedValue}</Mono>
              </Flex>
            </Box>
          );
        })}
      </Grid>
    </Card>
  );
}
