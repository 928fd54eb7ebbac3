import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import type { Tone } from '../ui/status-badge.tsx';

export const stateTone: Readonly<Record<Erasure['status'], Tone>> = {
  sealed: 'warning',
  shredded: 'info',
  certified: 'success',
};

/** Name of the certificate's file: it names no person, only ids. */
export const certificateFile = ({ companyId, individualId }: Erasure): string =>
  `erasure-certificate-${companyId}-${individualId}.txt`;
