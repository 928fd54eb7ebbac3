import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { KeyValue } from '../ui/key-value.tsx';
import { PersonLinks } from '../ui/person-links.tsx';

/** When the person was sealed, when key and values are destroyed, and which records of the person remain. */
export function ErasureFacts({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation('erasure');
  const format = useFormat();
  const { companyId, requestedAt, shredAt, shreddedAt, verifiedSame } = erasure;
  return (
    <KeyValue
      items={[
        { label: t('sealedAt'), value: format.dateTime(requestedAt) },
        { label: t('floor'), value: format.dateTime(shredAt) },
        {
          label: t('shreddedAt'),
          value: shreddedAt === null ? t('notYet') : format.dateTime(shreddedAt),
        },
        ...(verifiedSame?.length === 0
          ? []
          : [
              {
                label: t('same'),
                value: verifiedSame ? (
                  <PersonLinks companyId={companyId} ids={verifiedSame} />
                ) : (
                  t('notKnown')
                ),
              },
            ]),
      ]}
    />
  );
}
