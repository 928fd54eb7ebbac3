import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useCan } from '../../../session/use-session.ts';
import { AnswerFrame } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useComplianceChecks, useDashboardAttention } from '../queries.ts';
import { type Attention, attentionOf } from '../rules/attention.ts';

/** Problems and pending tasks of the user, each with its next action; one line if there are none. */
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
      // Height of two lines on a wide window, so that the content below does not move when the data arrives.
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

interface AttentionState {
  items: readonly Attention[];
  isLoading: boolean;
  /** Sources that were checked: keys below `source.` in the texts. */
  checked: readonly string[];
  /**
   * Sources that could not be checked: keys below `source.` in the texts. If there is one, the bar does not say that
   * all is well.
   */
  unchecked: readonly string[];
  retry: () => void;
}

/** Collects problems and pending tasks from all calls that the role permits. */
function useAttention(companies: readonly Company[]): AttentionState {
  const can = useCan();
  const environment = useEnvironmentStatus();
  const keys = useEncryptionKeys(can('encryption:manage'));
  const checks = useComplianceChecks(can('compliance:read'));
  const parts = partsOf(can);
  const waiting = useDashboardAttention(parts.length > 0);
  const missing = waiting.isError ? parts : (waiting.data?.unchecked ?? []);
  const sources = { environment, keys, checks };
  const failed = Object.entries(sources).filter(([, query]) => query.isError);
  const items = attentionOf({
    companies,
    environment: environment.data,
    keys: keys.data,
    checks: checks.data,
    waiting: waiting.data,
    mayManageKeys: can('encryption:manage'),
    mayReactivate: can('company:create'),
    nowMs: Date.now(),
  });
  return {
    items,
    isLoading: waiting.isLoading || Object.values(sources).some((query) => query.isLoading),
    checked: [
      ...Object.entries(sources).flatMap(([name, query]) => (query.isSuccess ? [name] : [])),
      ...parts.filter((name) => !missing.some((one) => one === name)),
    ],
    unchecked: [...failed.map(([name]) => name), ...missing],
    retry: () => {
      for (const [, query] of failed) void query.refetch();
      if (missing.length > 0) void waiting.refetch();
    },
  };
}

/** Parts of `/dashboard/attention` that the gateway returns to this user: keys below `source.` in the texts. */
const partsOf = (can: ReturnType<typeof useCan>): readonly string[] => [
  ...(can('security:read') ? ['logins'] : []),
  ...(can('pii:write') ? ['imports'] : []),
  ...(can('lineage:read') ? ['relationships'] : []),
  ...(can('compliance:read') ? ['registers'] : []),
  ...(can('company:manage') ? ['approvals', 'partners'] : []),
];
