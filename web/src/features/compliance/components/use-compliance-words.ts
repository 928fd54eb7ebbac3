import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { humanName } from '../../../i18n/human-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** Numbers that are ids, so they are not formatted as counts. */
const IDS: ReadonlySet<string> = new Set(['auditEntries', 'firstBadIndex']);
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Localised names of regulations and rules, and figures of checks. */
export function useComplianceWords() {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  return {
    regulation: (regulation: string) => t(`regulation.${regulation}`, { defaultValue: regulation }),
    title: ({ ruleId, title }: Pick<ComplianceCheck, 'ruleId' | 'title'>) =>
      t(`rule.${ruleId}`, { defaultValue: title }),
    evidence: (name: string) => t(`evidence.${name}`, { defaultValue: humanName(name) }),
    /** Formats times, numbers and known words; other values stay unchanged. */
    evidenceValue: (name: string, value: string) => {
      if (IDS.has(name)) return value;
      if (ISO_TIME.test(value)) return format.dateTime(value);
      if (/^\d+$/.test(value)) return format.number(Number(value));
      return t(`evidenceValue.${value}`, { defaultValue: value });
    },
    /** '94', 'readiness 94' or '–'. */
    figure: ({ score, readiness }: Pick<ComplianceCheck, 'score' | 'readiness'>) => {
      if (score !== null) return format.number(score);
      return readiness === undefined ? '–' : t('readiness', { n: format.number(readiness) });
    },
  };
}
