import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import type { Tone } from '../ui/status-badge.tsx';

export const stateTone: Readonly<Record<Erasure['status'], Tone>> = {
  sealed: 'warning',
  shredded: 'info',
  certified: 'success',
};

/** File name of the certificate: it contains ids only. */
export const certificateFile = ({ companyId, individualId }: Erasure): string =>
  `erasure-certificate-${companyId}-${individualId}.txt`;
