import { createHmac } from 'node:crypto';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import { type Egress, postMessage } from '../egress/post-message.ts';
import { signingKey } from '../webhook-secret.ts';
import { type DueDelivery, giveBack, recordOutcome, takeDue } from './due-store.ts';

export interface SenderDeps {
  readonly db: Pick<Database, 'system'>;
  readonly keys: TextKeys;
  readonly egress: Egress;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Called when there is capacity for more messages. */
  wake(): void;
}

export interface Sender {
  /** Leases due messages and starts to send them, within the limits; does not wait for responses. */
  pass(): Promise<void>;
  /** Aborts running attempts; the next sender repeats them. */
  stop(): Promise<void>;
}

/** Maximum number of concurrent attempts: in this process, and per webhook and company over all processes. */
const AT_ONCE = 32;
const PER_WEBHOOK = 4;
const PER_COMPANY = 8;
/** Added to the timeout of an attempt for the lease: a sender that exceeds it has died. */
const LEASE_MARGIN_MS = 20_000;
const OWN_FAULT_PAUSE_MS = 30_000;

/**
 * Sends messages to webhooks: each at least once, in any order. A crash between an attempt and its record sends the
 * same message again, under the same id.
 */
export function createSender(deps: SenderDeps): Sender {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const leaseMs = deps.egress.timeoutMs + LEASE_MARGIN_MS;
  return {
    async pass() {
      const max = AT_ONCE - underWay.size;
      if (max <= 0 || stopping.signal.aborted) return;
      const portion = { max, perWebhook: PER_WEBHOOK, perCompany: PER_COMPANY, leaseMs };
      const taken = await deps.db.system((tx) => takeDue(tx, portion));
      for (const delivery of taken) {
        const sending = sendOne(deps, delivery, stopping.signal).finally(() => {
          underWay.delete(sending);
          if (!stopping.signal.aborted) deps.wake();
        });
        underWay.add(sending);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

async function sendOne(deps: SenderDeps, delivery: DueDelivery, stop: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const about = { webhookId: delivery.webhookId, deliveryId: delivery.id, attempt: delivery.attempt };
  try {
    const headers = await headersOf(deps, delivery).catch(async (err: unknown) => {
      log.error('webhook could not be signed', { ...about, err });
      await db.system((tx) => giveBack(tx, delivery, OWN_FAULT_PAUSE_MS));
    });
    if (headers === undefined) return;
    const outcome = await postMessage(deps.egress, { url: delivery.url, headers, body: delivery.body }, stop);
    if (stop.aborted && outcome.error !== '') return await db.system((tx) => giveBack(tx, delivery, 0));
    if (outcome.error !== '') log.warn('webhook did not take a message', { ...about, ...outcome });
    await db.system((tx) => recordOutcome(tx, delivery, outcome));
  } catch (err) {
    // Without a record the message is sent again after its lease.
    log.error('webhook attempt not recorded', { ...about, err });
  }
}

async function headersOf({ keys }: SenderDeps, delivery: DueDelivery): Promise<Record<string, string>> {
  const { companyId, secret, formerSecret, messageId, body } = delivery;
  const secrets = formerSecret === undefined ? [secret] : [secret, formerSecret];
  const signing = await Promise.all(secrets.map((one) => signingKey(keys, companyId, one)));
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'pii-vault-webhooks/1',
    ...signedHeaders(signing, { id: `msg_${messageId}`, body, at: new Date() }),
  };
}

/**
 * The headers of a signed message, as in Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA-256 over
 * `id.timestamp.body`, base64 behind `v1,`, one signature per key, separated by blanks. The timestamp is of the
 * attempt, in seconds, so that a receiver can refuse what is old.
 */
function signedHeaders(
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
