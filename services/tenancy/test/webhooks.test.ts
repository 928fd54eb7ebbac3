import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, SUPER } from './tenancy-world.ts';
import { bootWebhooks, type WebhookWorld } from './webhook-world.ts';

let tenancy: WebhookWorld;
let company: number;
let other: number;
const URL_TEXT = 'http://127.0.0.1:9009/partner-secret-path';

beforeAll(async () => {
  tenancy = await bootWebhooks();
  company = await tenancy.create('A');
  other = await tenancy.create('B');
});
afterAll(async () => tenancy?.world.stop());

const admin = (): Promise<Ctx> => tenancy.world.as(adminOf(company));
const list = async (ctx: Ctx, companyId?: number) =>
  await tenancy.webhooks.listWebhooks(ctx, { companyId, limit: 0 });
const noChange = { events: [] };

describe('webhooks', () => {
  it('shows the secret once and stores nothing that contains it', async () => {
    const { id, secret } = await tenancy.register(company, URL_TEXT, 'link_detected', 'violation_found');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rows = await tenancy.world.sql<{ row: string; secret: Buffer }>(
      `SELECT w::text AS row, secret FROM tenancy.webhooks w`,
    );
    const raw = Buffer.from(secret.slice(6), 'base64');
    for (const { row, secret: stored } of rows) {
      expect(row).not.toContain(secret.slice(6, 20));
      expect(stored.includes(raw) || stored.toString('latin1').includes(secret.slice(6, 20))).toBe(false);
    }
    const { webhooks } = await list(await admin(), company);
    expect(webhooks.map((one) => [one.id, one.url, one.events, one.status])).toEqual([
      [id, URL_TEXT, ['link_detected', 'violation_found'], 'active'],
    ]);
    expect(JSON.stringify(Object.keys(webhooks[0] ?? {}))).not.toContain('secret');
  });

  it('is created once per Idempotency-Key, and its secret cannot be shown again', async () => {
    const ctx = { ...(await admin()), idempotencyKey: 'make-one' };
    const request = { companyId: company, url: URL_TEXT, events: ['violation_found'] };
    await tenancy.webhooks.createWebhook(ctx, request);
    await expectRefusal(tenancy.webhooks.createWebhook(ctx, request), 'ALREADY_COMPLETED');
    expect((await list(await admin())).webhooks).toHaveLength(2);
  });

  it('changes only the given members, and refuses a stale version', async () => {
    const { id } = await tenancy.register(company, URL_TEXT, 'link_detected');
    const ctx = await admin();
    const change = { ...noChange, id: id };
    const { webhook } = await tenancy.webhooks.updateWebhook(ctx, { ...change, status: 'paused' });
    expect(webhook).toMatchObject({ url: URL_TEXT, events: ['link_detected'], status: 'paused' });
    const stale = { ...change, ifRowVersion: 1, status: 'active' };
    await expectRefusal(tenancy.webhooks.updateWebhook(ctx, stale), 'STALE');
    const old = { id, ifRowVersion: 1 };
    await expectRefusal(tenancy.webhooks.deleteWebhook(ctx, old), 'STALE');
    await tenancy.webhooks.deleteWebhook(ctx, { id, ifRowVersion: webhook?.version });
    await expectRefusal(tenancy.webhooks.deleteWebhook(ctx, { id }), 'NOT_FOUND');
  });

  it.each([
    [{ url: 'http://10.0.0.1/' }, 'TARGET_REFUSED'],
    [{ url: 'http://169.254.169.254/latest' }, 'TARGET_REFUSED'],
    [{ url: 'not a url' }, 'TARGET_REFUSED'],
    [{ events: [] }, 'INVALID_WEBHOOK'],
    [{ events: ['field_revealed', 'nothing'] }, 'INVALID_WEBHOOK'],
  ])('refuses %j', async (wrong, reason) => {
    const request = { companyId: company, url: URL_TEXT, events: ['link_detected'], ...wrong };
    await expect(tenancy.webhooks.createWebhook(await admin(), request)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason,
    });
    if (!('url' in wrong)) return;
    const [known] = (await list(await admin())).webhooks;
    const change = { ...noChange, id: known?.id ?? 0, ...wrong };
    await expect(tenancy.webhooks.updateWebhook(await admin(), change)).rejects.toMatchObject({ reason });
  });

  it('is limited to twenty per company', async () => {
    const race = Array.from({ length: 22 }, () => tenancy.register(other, URL_TEXT, 'link_detected'));
    const refused = (await Promise.allSettled(race)).filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.reason)).toEqual(['TOO_MANY_WEBHOOKS', 'TOO_MANY_WEBHOOKS']);
    expect((await list(await tenancy.world.as(SUPER), other)).webhooks).toHaveLength(20);
  });

  it('records actor and change in the trail, never address or secret', async () => {
    const entries = (await tenancy.published('tenancy.audit')).map(({ payload }) =>
      AuditEntry.decode(payload),
    );
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('webhook_'));
    expect(new Set(actions)).toEqual(new Set(['webhook_create', 'webhook_update', 'webhook_delete']));
    const text = JSON.stringify(entries, (_key, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
    expect(text).not.toContain('partner-secret-path');
    expect(text).not.toContain('whsec_');
  });
});
