import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { Tone } from '../ui/status-badge.tsx';

type KeyStore = Omit<EnvironmentStatus['keyStore'], 'checkedAt'>;

/** Names of key stores that report none. */
const KIND_NAMES: Readonly<Record<string, string>> = { pkcs11: 'PKCS#11', 'aws-kms': 'AWS KMS' };

/**
 * Name of the key store. Only a device that reports itself as hardware is called an HSM; a key file, a software token
 * or a cloud key service has its own name.
 */
export function keyStoreLine({ kind, protection, model, status }: KeyStore): {
  text: 'software' | 'hsm' | 'named' | 'unknown';
  name: string;
  tone: Tone;
} {
  const name = model ?? KIND_NAMES[kind] ?? '';
  const isSafe = protection !== 'software';
  const tone = status === 'offline' ? 'error' : status === 'online' && isSafe ? 'success' : 'warning';
  if (kind === 'local') return { text: 'software', name, tone };
  if (protection === 'hsm') return { text: 'hsm', name, tone };
  return { text: name === '' ? 'unknown' : 'named', name, tone };
}

export const encryptionTone = (status: EnvironmentStatus['encryption']): Tone =>
  status === 'active' ? 'success' : status === 'inactive' ? 'warning' : 'error';
