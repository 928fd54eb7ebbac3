import { Box, Flex } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsentWarnings } from '../../../pii/consent-warnings.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useImport } from '../queries.ts';
import { importTone, isHeld, isUnderWay } from '../rules/import-status.ts';
import { CancelImport } from './cancel-import.tsx';
import { HoldForm } from './hold-form.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportFigures } from './import-figures.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportProgress } from './import-progress.tsx';
import { RetryImport } from './retry-import.tsx';
import { SameRecords } from './same-records.tsx';
import { useImportEffects } from './use-import-effects.ts';

/** One import: what it waits for, how far it is, what came of it, which rows were rejected. */
export function ImportDetail({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('imports');
  const { data, error, refetch } = useImport(id);
  useImportEffects(data);
  if (error) {
    return (
      <Card>
        <ErrorState error={error} title={t('import.unknown')} onRetry={refetch} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card>
        <SkeletonLines count={6} />
      </Card>
    );
  }
  return (
    <>
      <Card
        title={data.fileName ?? t('import.noName', { id })}
        badge={<StatusBadge tone={importTone(data)}>{t(`status.${data.status}`)}</StatusBadge>}
        actions={<Actions one={data} />}
      >
        <Box display="grid" gap="5">
          {isHeld(data) ? null : isUnderWay(data) ? (
            <ImportProgress one={data} />
          ) : (
            <ImportOutcome one={data} companyId={companyId} />
          )}
          <ConsentWarnings target="import" id={id} />
          <ImportFigures one={data} />
        </Box>
      </Card>
      {data.hold ? <HoldForm key={data.statusReason} one={data} hold={data.hold} /> : null}
      <ImportErrors one={data} />
      <SameRecords one={data} />
    </>
  );
}

function Actions({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const { set } = useUrlState();
  return (
    <Flex gap="1">
      {one.status === 'paused' ? <RetryImport one={one} /> : null}
      {isUnderWay(one) || isHeld(one) ? <CancelImport one={one} /> : null}
      <IconButton
        size="sm"
        icon={X}
        label={t('import.close')}
        onClick={() => set({ import: null, cursor: null })}
      />
    </Flex>
  );
}
