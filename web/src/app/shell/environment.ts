import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { Tone } from '../../ui/status-badge.tsx';

/** Characters of the database's name that fit the footer. */
const DATABASE_NAME_MAX = 12;

/** First 12 characters, plus ' (TEST)' for a test database. */
export const databaseLabel = ({ name, isTest }: EnvironmentStatus['database']): string =>
  `${name.slice(0, DATABASE_NAME_MAX)}${isTest ? ' (TEST)' : ''}`;

/** A key file on disk is never called an HSM; a real device says whether it is online. */
export function keyStoreLine({ kind, status }: EnvironmentStatus['keyStore']): { text: string; tone: Tone } {
  if (kind === 'local') return { text: 'software', tone: status === 'online' ? 'warning' : 'error' };
  return {
    text: 'hsm',
    tone: status === 'online' ? 'success' : status === 'maintenance' ? 'warning' : 'error',
  };
}

export const encryptionTone = (status: EnvironmentStatus['encryption']): Tone =>
  status === 'active' ? 'success' : status === 'inactive' ? 'warning' : 'error';
