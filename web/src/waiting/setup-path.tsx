import { Box, Flex } from '@chakra-ui/react';
import type { SetupStep, Waiting } from '@pii-vault/contract/waiting/waiting-schema';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { callQuery } from '../client/queries.ts';
import { useScope } from '../company/use-scope.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useCan } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useWaiting } from './use-waiting.ts';

/** The screen on which a step is taken; without the company. A setting of the deployment has none. */
const screens: Readonly<Partial<Record<SetupStep, string>>> = {
  purposes: '/purposes?new=1',
  notices: '/purposes',
  people: '/imports?new=1',
  administrators: '/users?new=1&newRole=admin',
  addresses: '/access-control',
  checks: '/compliance',
  company: '/companies?new=1',
  superAdmins: '/users?new=1&newRole=super_admin',
  keyStore: '/encryption',
};

/**
 * The steps of a new company, ticked by the server from its registers. Nothing is shown once all of them are done, nor
 * while the console selects another company than `companyId`.
 */
export function SetupPath({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('waiting');
  const scope = useScope();
  const steps = useWaiting().data?.setup ?? [];
  if (companyId === undefined || scope.companyId !== companyId) return null;
  return <Path title={t('setup.title')} steps={steps} companyId={companyId} hasPrimary />;
}

/**
 * The steps of a new vault, ticked by the server from facts of the deployment; for users who may create companies.
 * `hasPrimary`: no other path is on the screen, so the next step gets the primary button.
 */
export function VaultPath({ hasPrimary }: { hasPrimary: boolean }) {
  const { t } = useTranslation('waiting');
  const mayCreate = useCan()('company:create');
  const { data } = useQuery({ ...callQuery('GET /waiting', { query: {} }), enabled: mayCreate });
  const steps = data?.setup ?? [];
  return <Path title={t('setup.vault')} steps={steps} companyId={undefined} hasPrimary={hasPrimary} />;
}

interface PathProps {
  title: string;
  steps: Waiting['setup'];
  companyId: number | undefined;
  hasPrimary: boolean;
}

function Path({ title, steps, companyId, hasPrimary }: PathProps) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const done = steps.filter(({ isDone }) => isDone);
  if (done.length === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card
      flush
      mb="4"
      title={title}
      badge={
        <StatusBadge tone="neutral">
          {t('setup.done', { done: format.number(done.length), n: format.number(steps.length) })}
        </StatusBadge>
      }
    >
      <DoneSteps steps={done} companyId={companyId} />
      <Box as="ol" listStyleType="none">
        {steps.map(({ step, isDone }, index) =>
          isDone ? null : (
            <OpenStep
              key={step}
              step={step}
              number={format.number(index + 1)}
              isNext={step === next}
              isPrimary={step === next && hasPrimary}
              to={screenOf(step, companyId)}
            />
          ),
        )}
      </Box>
    </Card>
  );
}

function screenOf(step: SetupStep, companyId: number | undefined): string | undefined {
  const path = screens[step];
  if (path === undefined || companyId === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}company=${companyId}`;
}

interface DoneStepsProps {
  steps: ReadonlyArray<{ step: SetupStep }>;
  companyId: number | undefined;
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
          <StepLink to={screenOf(step, companyId)}>
            {t(`setup.${step}.title`)}
            <Box as="span" srOnly>
              {` – ${t('setup.isDone')}`}
            </Box>
          </StepLink>
        </Flex>
      ))}
    </Flex>
  );
}

const StepLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>;

interface OpenStepProps {
  step: SetupStep;
  number: string;
  isNext: boolean;
  /** The screen has one primary button: of the next step, unless another path has it. */
  isPrimary: boolean;
  to: string | undefined;
}

function OpenStep({ step, number, isNext, isPrimary, to }: OpenStepProps) {
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
      {to === undefined ? null : (
        <Button asChild size="sm" variant={isPrimary ? 'primary' : 'secondary'}>
          <Link to={to}>{t(`setup.${step}.action`)}</Link>
        </Button>
      )}
    </Flex>
  );
}
