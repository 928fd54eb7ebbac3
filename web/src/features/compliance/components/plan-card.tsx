import { Box, Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { ArrowRight, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { foundInReaderLanguage, inReaderLanguage } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { daysUntil, dueChecks } from '../compliance.ts';
import { mendingScreens } from '../mending-screen.ts';
import { CheckBadge } from './check-badge.tsx';
import { useComplianceWords } from './use-compliance-words.ts';

interface PlanCardProps {
  companyId: number;
  checks: readonly ComplianceCheck[];
}

/** All rules that need action, in the order of the work, each with its advice and the screen that mends it. */
export function PlanCard({ companyId, checks }: PlanCardProps) {
  const { t } = useTranslation('compliance');
  const due = dueChecks(checks);
  const others = checks.filter(({ status }) => status === 'not_applicable');
  return (
    <Card title={t('plan.title')}>
      {due.length === 0 ? <EmptyState icon={CircleCheck} title={t('plan.none')} /> : null}
      <Box as="ol" listStyleType="none" display="grid" gap="4">
        {due.map((check) => (
          <PlanItem key={check.ruleId} companyId={companyId} check={check} />
        ))}
      </Box>
      {others.length > 0 ? <NotApplicable checks={others} /> : null}
    </Card>
  );
}

function PlanItem({ companyId, check }: { companyId: number; check: ComplianceCheck }) {
  const { t } = useTranslation('compliance');
  const words = useComplianceWords();
  const { set } = useUrlState();
  const can = useCan();
  const found = useFound();
  const [advice] = check.recommendations;
  const screen = mendingScreens[check.ruleId];
  return (
    <Box as="li">
      <Flex gap="2" align="center" wrap="wrap">
        <Button
          variant="link"
          onClick={() => set({ tab: 'regulations', rule: check.ruleId }, { push: true })}
        >
          {words.title(check)}
        </Button>
        <CheckBadge check={check} />
        <Countdown check={check} />
        <Muted>{words.figure(check)}</Muted>
      </Flex>
      <Box color="ink.2">{advice === undefined ? found(check) : inReaderLanguage(advice)}</Box>
      {screen !== undefined && can(screen.permission) ? (
        <Button asChild size="sm" mt="1.5">
          <Link to={`${screen.path}?company=${companyId}`}>
            {t('plan.open', { screen: t(`nav.${screen.text}`, { ns: 'app' }) })}
            <Icon as={ArrowRight} />
          </Link>
        </Button>
      ) : null}
    </Box>
  );
}

function Countdown({ check: { status, inForceFrom } }: { check: ComplianceCheck }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  useMinute();
  if (status !== 'not_in_force' || inForceFrom === null) return null;
  const days = daysUntil(inForceFrom, Date.now());
  return <Muted>{t('plan.days', { count: days, n: format.number(days) })}</Muted>;
}

/** Rules that do not apply to the company, folded, each with its reason. */
function NotApplicable({ checks }: { checks: readonly ComplianceCheck[] }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const found = useFound();
  return (
    <Box as="details" mt="4" color="ink.2">
      <Box as="summary" cursor="pointer">
        {t('plan.others', { count: checks.length, n: format.number(checks.length) })}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="2" mt="2">
        {checks.map((check) => (
          <li key={check.ruleId}>
            <Box color="ink">{words.title(check)}</Box>
            {found(check)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

function useFound() {
  const format = useFormat();
  return (check: ComplianceCheck) => foundInReaderLanguage(check, format.number);
}
