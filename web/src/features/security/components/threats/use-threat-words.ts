import { useTranslation } from 'react-i18next';
import { humanName } from '../../../../i18n/human-name.ts';
import type { ThreatPattern } from '../../rules/threats.ts';

/** Words for kinds, sources and facts of threats; one without a text is named after itself. */
export function useThreatWords() {
  const { t, i18n } = useTranslation('security');
  const named = (key: string, name: string) =>
    i18n.exists(key, { ns: 'security' }) ? t(key) : humanName(name);
  return {
    kind: (kind: string) => named(`kind.${kind}`, kind),
    /** What the kind means; undefined for one that has no text. */
    meaning: (kind: string) =>
      i18n.exists(`meaning.${kind}`, { ns: 'security' }) ? t(`meaning.${kind}`) : undefined,
    source: ({ kind, value }: ThreatPattern['source']) =>
      `${named(`source.${kind}`, kind)} ${kind === 'device' ? value.slice(0, 12) : value}`,
    fact: (name: string) => named(`fact.${name}`, name),
    reason: (reason: string) => named(`reason.${reason}`, reason),
  };
}
