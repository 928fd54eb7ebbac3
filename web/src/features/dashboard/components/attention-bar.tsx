import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { AnswerFrame } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Attention } from '../rules/attention.ts';
import { type AttentionState, useAttention } from './use-attention.ts';

/** What is wrong and what waits for the user, each with its next action; one line when nothing does. */
export function AttentionBar({ companies }: { companies: readonly Company[] }) {
  const { t } = useTranslation('dashboard');
  const state = useAttention(companies);
  const { items, isLoading, unchecked } = state;
  const tone = items.some((item) => item.tone === 'error')
    ? 'error'
    : items.length + unchecked.length > 0
      ? 'warning'
      : 'success';
  return (
    <AnswerFrame
      label={t('attention.label')}
      tone={tone}
      isLoading={isLoading}
      // Two lines of a wide window: what is below does not move when the bar has its answer.
      minHeight={{ base: '12', md: 'attention' }}
    >
      <Answer state={state} />
    </AnswerFrame>
  );
}

function Answer({ state: { items, checked, unchecked, retry } }: { state: AttentionState }) {
  const { t } = useTranslation('dashboard');
  if (items.length === 0 && unchecked.length === 0)
    return (
      <Flex align="center" gap="2" color="success">
        <Icon as={CircleCheck} />
        <Box color="ink">
          {t('attention.none')}{' '}
          <Box as="span" color="ink.2">
            {t('attention.checked', { names: checked.map((name) => t(`source.${name}`)).join(', ') })}
          </Box>
        </Box>
      </Flex>
    );
  return (
    <>
      {items.length > 0 ? (
        <Box as="strong" textStyle="strong" alignSelf="start">
          {t('attention.title', { count: items.length })}
        </Box>
      ) : null}
      <Grid
        as="ul"
        listStyleType="none"
        gap={{ base: '2', md: '1' }}
        flex="1"
        minWidth={{ base: 'full', md: '0' }}
      >
        {items.map((item) => (
          <AttentionItem key={item.kind} item={item} />
        ))}
      </Grid>
      {unchecked.length > 0 ? (
        <Flex role="alert" align="center" gap="2" color="warning" flexBasis="full" wrap="wrap">
          <Icon as={TriangleAlert} />
          {t('attention.unchecked', { names: unchecked.map((name) => t(`source.${name}`)).join(', ') })}
          <Button size="sm" icon={RotateCw} onClick={retry}>
            {t('error.retry', { ns: 'ui' })}
          </Button>
        </Flex>
      ) : null}
    </>
  );
}

function AttentionItem({ item: { kind, tone, values, at, to } }: { item: Attention }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return (
    <Box as="li">
      <Box as="span" color={tone === 'error' ? 'error' : undefined}>
        {t(`attention.${kind}.text`, {
          ...values,
          n: format.number(values.count),
          at: at === undefined ? '' : format.dateTime(at),
        })}
      </Box>{' '}
      {to === null ? (
        <Box as="span" color="ink.2">
          {t('attention.ask')}
        </Box>
      ) : (
        <Button asChild variant="link">
          <Link to={to}>{t(`attention.${kind}.action`, { ...values })}</Link>
        </Button>
      )}
    </Box>
  );
}
