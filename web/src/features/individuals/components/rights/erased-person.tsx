import { Box } from '@chakra-ui/react';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CertificateCard } from '../../../../erasure/certificate-card.tsx';
import { ErasureFacts } from '../../../../erasure/erasure-facts.tsx';
import { stateTone } from '../../../../erasure/erasure-state.ts';
import { useCan } from '../../../../session/use-session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useErasure } from '../../queries.ts';
import { individualName } from '../../rules/individual-id.ts';

/** In place of the profile of an erased person: how far the erasure is, and its certificate. */
export function ErasedPerson({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const mayErase = useCan()('pii:erase', companyId);
  return (
    <Box>
      <EmptyState
        icon={Eraser}
        title={t('erased.title', { id: individualName(id) })}
        hint={t(mayErase ? 'erased.hint' : 'erased.ask')}
      />
      {mayErase ? <Erasure id={id} companyId={companyId} /> : null}
    </Box>
  );
}

function Erasure({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('erasure');
  const { data, error, refetch } = useErasure(companyId, id);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : null;
  return (
    <Box display="grid" gap="4" maxWidth="form" mx="auto" pb="4">
      <Box>
        <StatusBadge tone={stateTone[data.status]}>{t(`state.${data.status}`)}</StatusBadge>
      </Box>
      <ErasureFacts erasure={data} />
      <CertificateCard erasure={data} />
    </Box>
  );
}
