import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { keyCounts } from '../rules/key-groups.ts';

/** Versions of the keys that the filters leave, by state. */
export function KeyStats({
  keys,
  hasFailed,
}: {
  keys: readonly EncryptionKey[] | undefined;
  hasFailed: boolean;
}) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const counts = keys && keyCounts(keys, Date.now());
  const value = (count: number | undefined) =>
    count === undefined ? (hasFailed ? null : undefined) : format.number(count);
  return (
    <StatCards>
      <StatCard label={t('stat.total')} value={value(counts?.total)} note={t('stat.totalNote')} />
      <StatCard
        label={t('stat.active')}
        value={value(counts?.active)}
        note={counts?.overdue ? t('stat.overdue', { n: format.number(counts.overdue) }) : t('stat.inUse')}
      />
      <StatCard label={t('stat.soon')} value={value(counts?.expiringSoon)} note={t('stat.soonNote')} />
      <StatCard label={t('stat.expired')} value={value(counts?.expired)} note={t('stat.expiredNote')} />
    </StatCards>
  );
}
