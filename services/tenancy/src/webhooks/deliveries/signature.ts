import { createHmac } from 'node:crypto';

/**
 * The headers of a signed message, as in Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA-256 over
 * `id.timestamp.body`, base64 behind `v1,`, one signature per key, separated by blanks. The timestamp is of the
 * attempt, in seconds, so that a receiver can refuse what is old.
 */
export function signedHeaders(
  keys: readonly Buffer[],
  message: { readonly id: string; readonly body: Uint8Array; readonly at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const signatures = keys.map((key) => {
    const mac = createHmac('sha256', key).update(`${message.id}.${timestamp}.`).update(message.body);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
