import { Box, Flex } from '@chakra-ui/react';
import type { SetupStep } from '@pii-vault/contract/waiting/waiting-schema';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useScope } from '../company/use-scope.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useWaiting } from './use-waiting.ts';

/** The screen on which a step is taken; without the company. */
const screens: Readonly<Record<SetupStep, string>> = {
  purposes: '/purposes?new=1',
  notices: '/purposes',
  people: '/imports?new=1',
  administrators: '/users?new=1',
  addresses: '/access-control',
  checks: '/compliance',
};

/**
 * The steps of a new company, ticked by the server from its registers. Nothing is shown once all of them are done, nor
 * while the console selects another company than `companyId`.
 */
export function SetupPath({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const scope = useScope();
  const steps = useWaiting().data?.setup ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (companyId === undefined || scope.companyId !== companyId || done === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card
      flush
      mb="4"
      title={t('setup.title')}
      badge={
        <StatusBadge tone="neutral">
          {t('setup.done', { done: format.number(done), n: format.number(steps.length) })}
        </StatusBadge>
      }
    >
      <DoneSteps steps={steps.filter(({ isDone }) => isDone)} companyId={companyId} />
      <Box as="ol" listStyleType="none">
        {steps.map(({ step, isDone }, index) =>
          isDone ? null : (
            <OpenStep
              key={step}
              step={step}
              number={format.number(index + 1)}
              isNext={step === next}
              to={screenOf(step, companyId)}
            />
          ),
        )}
      </Box>
    </Card>
  );
}

function screenOf(step: SetupStep, companyId: number): string {
  const path = screens[step];
  return `${path}${path.includes('?') ? '&' : '?'}company=${companyId}`;
}

interface DoneStepsProps {
  steps: ReadonlyArray<{ step: SetupStep }>;
  companyId: number;
}

/** Steps that are done, in one line; each leads to its screen. */
function DoneSteps({ steps, companyId }: DoneStepsProps) {
  const { t } = useTranslation('waiting');
  if (steps.length === 0) return null;
  return (
    <Flex as="ul" listStyleType="none" gap="4" rowGap="1" wrap="wrap" px="4" pb="3">
      {steps.map(({ step }) => (
        <Flex as="li" key={step} align="center" gap="1.5" color="success">
          <Icon as={Check} size={14} />
          <Link to={screenOf(step, companyId)}>
            {t(`setup.${step}.title`)}
            <Box as="span" srOnly>
              {` – ${t('setup.isDone')}`}
            </Box>
          </Link>
        </Flex>
      ))}
    </Flex>
  );
}

interface OpenStepProps {
  step: SetupStep;
  number: string;
  /** Only the button of the next step is primary. */
  isNext: boolean;
  to: string;
}

function OpenStep({ step, number, isNext, to }: OpenStepProps) {
  const { t } = useTranslation('waiting');
  return (
    <Flex as="li" gap="3" align="center" px="4" py="2" wrap="wrap" borderTopWidth="1px">
      <Flex
        align="center"
        justify="center"
        boxSize="6"
        flexShrink="0"
        borderRadius="full"
        textStyle="label"
        bg={isNext ? 'accent.soft' : 'neutral.soft'}
        color={isNext ? 'accent.text' : 'ink.2'}
      >
        {number}
      </Flex>
      <Box flex="1" minWidth="44">
        <Box as="span" textStyle="strong">
          {t(`setup.${step}.title`)}
        </Box>
        <Box as="span" color="ink.2">
          {` · ${t(`setup.${step}.text`)}`}
        </Box>
      </Box>
      <Button asChild size="sm" variant={isNext ? 'primary' : 'secondary'}>
        <Link to={to}>{t(`setup.${step}.action`)}</Link>
      </Button>
    </Flex>
  );
}
