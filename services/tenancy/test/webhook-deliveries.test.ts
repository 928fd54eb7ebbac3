import type { ServerResponse } from 'node:http';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { WebhooksService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { erasureCompleted, linkDetected, violationFound } from './producers.ts';
import { isSigned, type Received, type Receiver, startReceiver } from './receiver.ts';
import { adminOf, SUPER } from './tenancy-world.ts';
import { bootWebhooks, type WebhookWorld } from './webhook-world.ts';

const PATIENT = { timeout: 60_000 };

let tenancy: WebhookWorld;
let partner: Receiver;
let company: number;
let companies = 0;

beforeAll(async () => {
  tenancy = await bootWebhooks();
});
afterAll(async () => tenancy?.world.stop());
beforeEach(async () => {
  partner = await startReceiver();
  companies += 1;
  company = await tenancy.create(`C${companies}`);
});
afterEach(async () => partner?.stop());

const all = ['link_detected', 'erasure_completed', 'violation_found'];
const bodyOf = ({ body }: Received) => JSON.parse(body);
const idOf = ({ headers }: Received) => headers['webhook-id'];

async function deliveriesOf(webhookId: number, status?: string) {
  const request = { id: webhookId, status, limit: 0 };
  // A restart ends old clients, so each use creates one.
  const webhooks = tenancy.world.client(WebhooksService, 'tenancy');
  const answer = await webhooks.listDeliveries(await tenancy.world.as(SUPER), request);
  return answer.deliveries;
}

const until = async (webhookId: number, status: string) =>
  await vi.waitUntil(async () => (await deliveriesOf(webhookId, status))[0], { timeout: 60_000 });

/** Whether the list shows the webhook as failing. */
async function isFailing(webhookId: number): Promise<boolean | undefined> {
  const page = { companyId: company, limit: 0 };
  const { webhooks } = await tenancy.webhooks.listWebhooks(await tenancy.world.as(SUPER), page);
  return webhooks.find(({ id }) => id === webhookId)?.failing;
}

/** What the dashboard counts. */
async function failing() {
  const registers = waitingOf(tenancy.world, 'tenancy');
  return (await registers(await tenancy.world.as(adminOf(company)), company)).webhooks;
}

describe('a message', () => {
  it('is sent for each event, signed, with ids and no personal data', async () => {
    const { secret } = await tenancy.register(company, partner.url, ...all);
    await tenancy.publish(linkDetected(company, 7), erasureCompleted(company, 8), violationFound(company));
    await partner.has(3);
    const messages = partner.got.map(bodyOf).sort((a, b) => a.type.localeCompare(b.type));
    const at = '2026-11-22T08:00:00.000Z';
    expect(messages.map(({ type, data }) => [type, data])).toEqual([
      ['erasure_completed', { companyId: company, items: [{ individualId: 8, at }] }],
      [
        'link_detected',
        {
          companyId: company,
          items: [
            {
              entryId: 1_007,
              individualId: 7,
              relationshipType: 'cross_reference',
              verificationStatus: 'pending',
              at: expect.any(String),
            },
          ],
        },
      ],
      [
        'violation_found',
        { companyId: company, items: [{ checkId: 31, ruleId: 'DPDP-SEC-A1', regulationType: 'dpdp', at }] },
      ],
    ]);
    for (const received of partner.got) {
      expect(await isSigned(secret, received)).toBe(true);
      expect(await isSigned(secret, { ...received, body: `${received.body} ` })).toBe(false);
      const later = { ...received.headers, 'webhook-timestamp': '1' };
      expect(await isSigned(secret, { ...received, headers: later })).toBe(false);
      expect(Math.abs(Number(received.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    }
    expect(new Set(partner.got.map(idOf)).size).toBe(3);
  });

  it('is sent to subscribed webhooks of its company, one for many events', async () => {
    const elsewhere = await startReceiver();
    const other = await tenancy.create(`O${companies}`);
    await tenancy.register(other, elsewhere.url, 'erasure_completed');
    await tenancy.register(company, `${elsewhere.url}/links`, 'link_detected');
    await tenancy.register(company, partner.url, 'erasure_completed');
    await tenancy.publish(...Array.from({ length: 40 }, (_, n) => erasureCompleted(company, n + 1)));
    await tenancy.world.drain();
    await vi.waitUntil(() => partner.got.flatMap((one) => bodyOf(one).data.items).length >= 40, PATIENT);
    expect(partner.got.length).toBeLessThan(40);
    expect(elsewhere.got).toEqual([]);
    await elsewhere.stop();
  });

  it('is also signed with the previous secret during its replacement', async () => {
    const { id, secret } = await tenancy.register(company, partner.url, 'violation_found');
    const ctx = await tenancy.world.as(SUPER);
    const rotated = await tenancy.webhooks.rotateWebhookSecret(ctx, { id });
    expect(rotated.secret).not.toBe(secret);
    await tenancy.publish(violationFound(company));
    await partner.has(1);
    for (const one of [secret, rotated.secret])
      expect(await isSigned(one, partner.got[0] as Received)).toBe(true);
    const again = tenancy.webhooks.rotateWebhookSecret(ctx, { id });
    await expect(again).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'FORMER_SECRET_VALID' });
    await tenancy.world.sql(`UPDATE tenancy.webhooks SET former_until = now() WHERE id = $1`, [id]);
    await tenancy.publish(violationFound(company));
    await partner.has(2);
    expect(await isSigned(secret, partner.got[1] as Received)).toBe(false);
    expect(await isSigned(rotated.secret, partner.got[1] as Received)).toBe(true);
    await tenancy.webhooks.rotateWebhookSecret(ctx, { id });
  });
});

describe('a message that is refused', () => {
  it('is retried later under the same id, and redirects are not followed', async () => {
    const { id } = await tenancy.register(company, partner.url, 'violation_found');
    partner.answerWith((response) => response.writeHead(307, { location: `${partner.url}/other` }).end());
    await tenancy.publish(violationFound(company));
    const failed = await vi.waitUntil(
      async () => (await deliveriesOf(id)).find(({ lastError }) => lastError !== undefined),
      { timeout: 60_000 },
    );
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, lastError: 'STATUS', lastStatus: 307 });
    const waitMs = Number(failed.nextAttemptAt) - Date.now();
    expect(waitMs).toBeLessThanOrEqual(5_000);
    expect(partner.got.map(({ path }) => path)).toEqual(['/hooks']);
    partner.answerWith((response) => response.end());
    await tenancy.letTimePass();
    expect(await until(id, 'delivered')).toMatchObject({
      attempts: 2,
      lastStatus: 200,
      lastError: undefined,
    });
    expect(new Set(partner.got.map(idOf)).size).toBe(1);
  });

  it('is dead after the last attempt or status 410, until it is replayed', async () => {
    const { id } = await tenancy.register(company, partner.url, 'violation_found');
    expect(await isFailing(id)).toBe(false);
    partner.answerWith((response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await tenancy.publish(violationFound(company));
    const waiting = await vi.waitUntil(
      async () => (await deliveriesOf(id)).find(({ lastError }) => lastError !== undefined),
      { timeout: 60_000 },
    );
    expect(Number(waiting.nextAttemptAt) - Date.now()).toBeGreaterThan(500_000);
    expect(await isFailing(id)).toBe(true);
    await tenancy.world.sql(`UPDATE tenancy.deliveries SET attempts = 9 WHERE id = $1`, [waiting.id]);
    await tenancy.letTimePass();
    expect(await until(id, 'dead')).toMatchObject({ attempts: 10, lastError: 'STATUS', lastStatus: 503 });
    expect(await isFailing(id)).toBe(true);
    expect(await failing()).toMatchObject({ count: 1, companyId: company });
    const ctx = await tenancy.world.as(SUPER);
    const replay = { id, deliveryId: waiting.id };
    partner.answerWith((response) => response.writeHead(410).end());
    await tenancy.webhooks.replayDelivery(ctx, replay);
    expect(await until(id, 'dead')).toMatchObject({ attempts: 1, lastStatus: 410 });
    partner.answerWith((response) => response.end());
    await tenancy.webhooks.replayDelivery(ctx, replay);
    expect(await until(id, 'delivered')).toMatchObject({ attempts: 1, messageId: waiting.messageId });
    expect(await isFailing(id)).toBe(false);
    expect(await failing()).toMatchObject({ count: 0 });
    expect(new Set(partner.got.map(({ body }) => body)).size).toBe(1);
    expect(new Set(partner.got.map(idOf))).toEqual(new Set([waiting.messageId]));
  });

  it('that waits for its next attempt is sent at once when it is replayed', async () => {
    const { id } = await tenancy.register(company, partner.url, 'violation_found');
    partner.answerWith((response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await tenancy.publish(violationFound(company));
    const waiting = await vi.waitUntil(
      async () => (await deliveriesOf(id, 'pending')).find(({ lastError }) => lastError !== undefined),
      { timeout: 60_000 },
    );
    partner.answerWith((response) => response.end());
    await tenancy.webhooks.replayDelivery(await tenancy.world.as(SUPER), {
      id,
      deliveryId: waiting.id,
    });
    expect(await until(id, 'delivered')).toMatchObject({ attempts: 1, messageId: waiting.messageId });
  });

  it('is sent again when the sender died before it recorded the response', async () => {
    const { id } = await tenancy.register(company, partner.url, 'violation_found');
    // Simulates a dead process: no outcome is written to the table.
    await tenancy.world.sql(
      `CREATE FUNCTION tenancy.lost() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.status = 'delivered' THEN RAISE EXCEPTION 'lost'; END IF; RETURN NEW; END $$`,
    );
    await tenancy.world.sql(
      `CREATE TRIGGER lost BEFORE UPDATE ON tenancy.deliveries FOR EACH ROW EXECUTE FUNCTION tenancy.lost()`,
    );
    await tenancy.publish(violationFound(company));
    await partner.has(1);
    const left = await vi.waitUntil(async () => (await deliveriesOf(id, 'pending'))[0], PATIENT);
    expect(left).toMatchObject({ attempts: 1, lastStatus: undefined });
    await tenancy.world.sql(`DROP TRIGGER lost ON tenancy.deliveries`);
    await tenancy.letTimePass();
    await until(id, 'delivered');
    expect(partner.got.map(idOf)).toEqual([left?.messageId, left?.messageId]);
    expect(partner.got[0]?.body).toBe(partner.got[1]?.body);
  });
});

const isPutOff = (at: Date | undefined) => Number(at) - Date.now() > 10_000;

describe('a webhook that is slow', () => {
  it('has at most four messages in flight, and does not delay others', async () => {
    const held: ServerResponse[] = [];
    partner.answerWith((response) => held.push(response));
    const quick = await startReceiver();
    const slow = await tenancy.register(company, partner.url, 'violation_found');
    for (let n = 0; n < 6; n += 1) {
      await tenancy.publish(violationFound(company));
      await tenancy.world.drain();
    }
    await vi.waitUntil(() => held.length === 4, PATIENT);
    const { id } = await tenancy.register(company, quick.url, 'erasure_completed');
    await tenancy.publish(erasureCompleted(company, 1));
    await until(id, 'delivered');
    expect(held.length).toBe(4);
    partner.answerWith((response) => response.end());
    for (const response of held) response.end();
    await vi.waitUntil(async () => (await deliveriesOf(slow.id, 'delivered')).length === 6, {
      timeout: 60_000,
    });
    await quick.stop();
  });
});

describe('a company whose webhooks are all slow', () => {
  it('has at most eight messages in flight, and does not delay other companies', async () => {
    const held: ServerResponse[] = [];
    partner.answerWith((response) => held.push(response));
    for (let n = 0; n < 3; n += 1) await tenancy.register(company, partner.url, 'violation_found');
    for (let n = 0; n < 4; n += 1) {
      await tenancy.publish(violationFound(company));
      await tenancy.world.drain();
    }
    await vi.waitUntil(() => held.length === 8, PATIENT);
    const quick = await startReceiver();
    const other = await tenancy.create('QUICK');
    const { id } = await tenancy.register(other, quick.url, 'erasure_completed');
    await tenancy.publish(erasureCompleted(other, 1));
    await until(id, 'delivered');
    expect(held.length).toBe(8);
    partner.answerWith((response) => response.end());
    for (const response of held) response.end();
    await vi.waitUntil(() => partner.got.length === 12, PATIENT);
    await quick.stop();
  });
});

describe('a message whose sender is stopped', () => {
  it('is released by the ending process, and uses no attempt when it was not signed', async () => {
    const { id } = await tenancy.register(company, partner.url, 'violation_found');
    partner.answerWith(() => undefined);
    await tenancy.publish(violationFound(company));
    await partner.has(1);
    tenancy.neighbours.areKeysAway = true;
    await tenancy.world.restart();
    const unsigned = await vi.waitUntil(
      async () =>
        (await deliveriesOf(id, 'pending')).find(
          // A message that is being signed counts as an attempt, under a lease.
          ({ attempts, nextAttemptAt }) => attempts === 0 && isPutOff(nextAttemptAt),
        ),
      { timeout: 60_000 },
    );
    expect(unsigned).toMatchObject({ attempts: 0, lastError: undefined });
    expect(partner.got.length).toBe(1);
    tenancy.neighbours.areKeysAway = false;
    partner.answerWith((response) => response.end());
    await tenancy.letTimePass();
    await until(id, 'delivered');
    expect(new Set(partner.got.map(idOf)).size).toBe(1);
  });
});
