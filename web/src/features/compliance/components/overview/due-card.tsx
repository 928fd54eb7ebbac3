import { Box, Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { foundInReaderLanguage, inReaderLanguage } from '../../../../i18n/messages.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { dueChecks } from '../../rules/check-states.ts';
import { CheckBadge } from '../check-badge.tsx';
import { useComplianceWords } from '../use-compliance-words.ts';

const SHOWN = 5;

/** The rules to look at first, each with the one thing to do. */
export function DueCard({ checks }: { checks: readonly ComplianceCheck[] }) {
  const { t } = useTranslation('compliance');
  const words = useComplianceWords();
  const { set } = useUrlState();
  const format = useFormat();
  const due = dueChecks(checks);
  const adviceOf = (check: ComplianceCheck) => {
    const [first] = check.recommendations;
    return first === undefined ? foundInReaderLanguage(check, format.number) : inReaderLanguage(first);
  };
  return (
    <Card title={t('due.title')}>
      {due.length === 0 ? <EmptyState icon={CircleCheck} title={t('due.none')} /> : null}
      <Box as="ul" listStyleType="none" display="grid" gap="3">
        {due.slice(0, SHOWN).map((check) => (
          <Box as="li" key={check.ruleId}>
            <Flex gap="2" align="center" wrap="wrap">
              <Button
                variant="link"
                onClick={() => set({ tab: 'regulations', rule: check.ruleId }, { push: true })}
              >
                {words.title(check)}
              </Button>
              <CheckBadge status={check.status} />
            </Flex>
            <Box color="ink.2">{adviceOf(check)}</Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
