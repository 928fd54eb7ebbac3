import { Box, Grid } from '@chakra-ui/react';
import type { Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { fieldName } from '../../../../i18n/field-name.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { type Bar, modelOrigin, probabilityText, signedBits, waterfall } from '../../rules/waterfall.ts';

const barColors = { up: 'success', down: 'error', none: 'ink.3' } as const;

/** Waterfall chart: each comparison's bits as a bar that starts at the previous sum. */
export function WaterfallChart({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('lineage');
  const { comparisons, probability, modelVersion } = explanation;
  const { zero, bars } = waterfall(comparisons);
  return (
    <Box>
      <Box as="ul" listStyleType="none" aria-label={t('pair.why')}>
        {comparisons.map(({ field, level, weight }, at) => (
          <Grid
            as="li"
            key={`${field} ${level}`}
            templateColumns="{sizes.36} minmax(0, 1fr) {sizes.12}"
            alignItems="center"
            gap="2"
            py="0.5"
          >
            <Muted>{comparisonText(t, field, level)}</Muted>
            <Track zero={zero} bar={bars[at]} />
            <Mono textAlign="end">{signedBits(weight)}</Mono>
          </Grid>
        ))}
      </Box>
      <Grid templateColumns="1fr auto" gap="2" mt="3" pt="3" borderTopWidth="1px">
        <Muted>
          {t('pair.probability')}{' '}
          <Box as="span" textStyle="small" title={modelVersion}>
            {t(`pair.model.${modelOrigin(modelVersion)}`)}
          </Box>
        </Muted>
        <Mono>{probabilityText(probability)}</Mono>
      </Grid>
    </Box>
  );
}

function Track({ zero, bar }: { zero: number; bar: Bar | undefined }) {
  return (
    <Box position="relative" height="4" aria-hidden="true">
      <Box position="absolute" insetStart={`${zero}%`} top="0" bottom="0" width="px" bg="line.strong" />
      {bar ? (
        <Box
          position="absolute"
          insetStart={`${bar.start}%`}
          width={`${bar.width}%`}
          top="1"
          bottom="1"
          borderRadius="badge"
          bg={barColors[bar.tone]}
        />
      ) : null}
    </Box>
  );
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

const SENTENCES: ReadonlySet<string> = new Set(['prior', 'veto', 'household']);

/** 'Phone equal', 'prior', 'two different Aadhaar or PAN': levels, never values. */
function comparisonText(t: Translate, field: string, level: string): string {
  if (SENTENCES.has(field)) return t(`evidence.${field}`);
  return t('evidence.compared', {
    field: fieldName(field),
    level: t(`level.${level}`, { defaultValue: level.replaceAll('_', ' ') }),
  });
}
