import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { AnswerBar } from '../../../../ui/answer-bar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { countOf, dueChecks, statusTones } from '../../rules/check-states.ts';
import { useComplianceWords } from '../use-compliance-words.ts';

/** Where does the company not comply? The worst rule by name, and the way to it. */
export function Answer({ checks }: { checks: readonly ComplianceCheck[] }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const { set } = useUrlState();
  const [first] = dueChecks(checks);
  if (first === undefined)
    return (
      <AnswerBar label={t('answer.label')} tone="success">
        {t('answer.none')}
      </AnswerBar>
    );
  const { status, ruleId, regulationType } = first;
  const count = status === 'not_in_force' ? dueChecks(checks).length : countOf(checks, status);
  return (
    <AnswerBar
      label={t('answer.label')}
      tone={statusTones[status]}
      action={
        <Button size="sm" onClick={() => set({ tab: 'regulations', rule: ruleId }, { push: true })}>
          {t('answer.see', { rule: ruleId })}
        </Button>
      }
    >
      {t(`answer.${status}`, { count, n: format.number(count) })}{' '}
      {t('answer.first', { regulation: words.regulation(regulationType), title: words.title(first) })}
    </AnswerBar>
  );
}
