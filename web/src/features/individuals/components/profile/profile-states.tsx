import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CertificateCard } from '../../../../erasure/certificate-card.tsx';
import { ErasureFacts } from '../../../../erasure/erasure-facts.tsx';
import { stateTone } from '../../../../erasure/erasure-state.ts';
import { useCan } from '../../../../session/use-session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useErasure } from '../../queries.ts';
import { individualName } from '../../rules/addresses.ts';

interface ProfileErrorProps {
  id: number;
  companyId: number;
  error: unknown;
  onRetry: () => void;
}

/** Shown without a profile: the person was erased, or the call failed. */
export function ProfileError({ id, companyId, error, onRetry }: ProfileErrorProps) {
  const { t } = useTranslation('individuals');
  if (error instanceof Problem && error.status === 410) return <ErasedPerson id={id} companyId={companyId} />;
  return <ErrorState error={error} title={t('profile.failed')} onRetry={onRetry} />;
}

/** Shown for an erased person: state of the erasure, and its certificate. */
function ErasedPerson({ id, companyId }: { id: number; companyId: number }) {
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

/** The layout of the panel while the person loads. */
export function ProfileSkeleton() {
  return (
    <Box display="grid" gap="5" aria-busy="true">
      <Flex gap="2.5" align="center">
        <Skeleton boxSize="9" borderRadius="full" />
        <Skeleton width="32" height="4" />
      </Flex>
      <Flex gap="5">
        <Skeleton boxSize="16" borderRadius="full" />
        <Skeleton boxSize="16" borderRadius="full" />
      </Flex>
      <SkeletonLines count={8} />
    </Box>
  );
}
