import { createHash } from 'node:crypto';
import { checkpointText } from '../../errors.ts';

/** Algorithm byte of Ed25519 in C2SP signed-note. */
const ED25519 = 0x01;
const MAX_TEXT_BYTES = 4096;

/**
 * Name of the audit key: the origin line of its checkpoints. Contains no space and no plus, as signed-note requires.
 */
export function checkpointKeyName(keyId: string): string {
  return `pii-vault-${keyId.slice(0, 8)}/audit`;
}

/** First 4 bytes of SHA-256(name ‖ 0x0A ‖ algorithm ‖ public key), C2SP signed-note. */
export function noteKeyHash(keyName: string, publicKey: Buffer): Buffer {
  return createHash('sha256')
    .update(`${keyName}\n`)
    .update(Buffer.of(ED25519))
    .update(publicKey)
    .digest()
    .subarray(0, 4);
}

/**
 * Validates a checkpoint (C2SP tlog-checkpoint): origin, decimal tree size, base64 root hash of 32 bytes, then
 * non-empty extension lines; LF after each line.
 * @throws AppError INVALID_ARGUMENT CHECKPOINT_TEXT
 */
export function checkCheckpointText(text: Buffer, keyName: string): void {
  if (text.length > MAX_TEXT_BYTES) throw checkpointText('The checkpoint is too long');
  const lines = decode(text).split('\n');
  if (lines.pop() !== '' || lines.some((line) => line === ''))
    throw checkpointText('Every line must end with LF');
  const [origin, size = '', root = ''] = lines;
  if (origin !== keyName) throw checkpointText('The first line must be the name of the key');
  if (!/^(0|[1-9]\d{0,18})$/.test(size)) throw checkpointText('The second line must be the tree size');
  if (!/^[A-Za-z0-9+/]{43}=$/.test(root)) throw checkpointText('The third line must be the root hash');
}

function decode(text: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw checkpointText('The checkpoint is not UTF-8');
  }
}
