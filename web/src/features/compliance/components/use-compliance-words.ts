import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { humanName } from '../../../i18n/human-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** Names of regulations and rules, and a check's figure, in the reader's language. */
export function useComplianceWords() {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  return {
    regulation: (regulation: string) => t(`regulation.${regulation}`, { defaultValue: regulation }),
    title: ({ ruleId, title }: Pick<ComplianceCheck, 'ruleId' | 'title'>) =>
      t(`rule.${ruleId}`, { defaultValue: title }),
    evidence: (name: string) => humanName(name),
    /** '94', 'readiness 94' or '–'. */
    figure: ({ score, readiness }: Pick<ComplianceCheck, 'score' | 'readiness'>) => {
      if (score !== null) return format.number(score);
      return readiness === undefined ? '–' : t('readiness', { n: format.number(readiness) });
    },
  };
}
