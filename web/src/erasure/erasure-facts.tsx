import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { KeyValue } from '../ui/key-value.tsx';

/** When the person became unreadable, and when key and values are destroyed. */
export function ErasureFacts({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation('erasure');
  const format = useFormat();
  const { requestedAt, shredAt, shreddedAt } = erasure;
  return (
    <KeyValue
      items={[
        { label: t('sealedAt'), value: format.dateTime(requestedAt) },
        { label: t('floor'), value: format.dateTime(shredAt) },
        {
          label: t('shreddedAt'),
          value: shreddedAt === null ? t('notYet') : format.dateTime(shreddedAt),
        },
      ]}
    />
  );
}
