import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { useTranslation } from 'react-i18next';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { fipsOf, keyFigures } from '../../../keys/key-figures.ts';
import { keyStoreLine } from '../../../keys/key-store.ts';
import { StatCards } from '../../../ui/stat-card.tsx';

interface EncryptionFiguresProps {
  environment: EnvironmentStatus | undefined;
  keys: readonly EncryptionKey[] | undefined;
  /** Whether loading failed: then figures without data are a dash. */
  hasFailed: boolean;
}

export function EncryptionFigures({ environment, keys, hasFailed }: EncryptionFiguresProps) {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const none = hasFailed ? null : undefined;
  const figures = keys && keyFigures(keys);
  const store = environment?.keyStore;
  const count = figures?.active.reduce((sum, type) => sum + type.count, 0);
  return (
    <StatCards>
      <FigureCard
        figure="encryption"
        label={t('figure.encryption')}
        value={environment ? t(`encryptionStatus.${environment.encryption}`) : none}
        note={figures?.algorithms.join(', ')}
      />
      <FigureCard
        figure="keyStore"
        label={t('figure.store')}
        value={store ? t(`keyStore.${store.status}`, { ns: 'app' }) : none}
        note={store ? (fipsOf(store.model) ?? storeName(store, t)) : null}
      />
      <FigureCard
        figure="keysInUse"
        label={t('figure.keys')}
        value={count === undefined ? none : format.number(count)}
        note={figures?.active
          .map((one) => t(`figure.ofType.${one.type}`, { n: format.number(one.count) }))
          .join(' · ')}
      />
      <FigureCard
        figure="nextRotation"
        label={t('figure.next')}
        value={figures === undefined ? none : figures.nextRotation ? format.date(figures.nextRotation) : null}
        note={
          figures?.lastRotation
            ? t('figure.last', { date: format.date(figures.lastRotation) })
            : t('figure.neverRotated')
        }
      />
    </StatCards>
  );
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Name of the key store. Only a device that reports hardware protection is called an HSM. */
export function storeName(store: EnvironmentStatus['keyStore'], t: Translate): string {
  const { text, name } = keyStoreLine(store);
  return text === 'software' ? t('store.software') : text === 'unknown' ? t('store.unknown') : name;
}
