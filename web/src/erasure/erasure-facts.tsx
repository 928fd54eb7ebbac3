import { Box } from '@chakra-ui/react';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { ExternalIdsChip, useExternalIds } from '../pii/external-ids.tsx';
import { PersonLinks } from '../pii/person-links.tsx';
import { KeyValue } from '../ui/key-value.tsx';

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
                  <SameRecords companyId={companyId} ids={verifiedSame} />
                ) : (
                  t('notKnown')
                ),
              },
            ]),
      ]}
    />
  );
}

/** Remaining records of the person. External ids of erased records are not readable. */
function SameRecords({ companyId, ids }: { companyId: number; ids: readonly number[] }) {
  const externalId = useExternalIds(companyId, ids);
  return (
    <Box display="grid" gap="1.5" justifyItems="end">
      <span>
        <PersonLinks companyId={companyId} ids={ids} externalId={externalId} />
      </span>
      <ExternalIdsChip companyId={companyId} />
    </Box>
  );
}
