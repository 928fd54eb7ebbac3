import { useTranslation } from 'react-i18next';
import { humanName } from '../../../../i18n/human-name.ts';
import type { ThreatPattern } from '../../rules/threats.ts';

/** Labels of kinds, sources and facts of threats; an unknown one is derived from its key. */
export function useThreatWords() {
  const { t, i18n } = useTranslation('security');
  const named = (key: string, name: string) =>
    i18n.exists(key, { ns: 'security' }) ? t(key) : humanName(name);
  return {
    kind: (kind: string) => named(`kind.${kind}`, kind),
    /** Explanation of the kind; undefined without a text. */
    meaning: (kind: string) =>
      i18n.exists(`meaning.${kind}`, { ns: 'security' }) ? t(`meaning.${kind}`) : undefined,
    source: ({ kind, value }: ThreatPattern['source']) =>
      `${named(`source.${kind}`, kind)} ${kind === 'device' ? value.slice(0, 12) : value}`,
    fact: (name: string) => named(`fact.${name}`, name),
    reason: (reason: string) => named(`reason.${reason}`, reason),
  };
}
