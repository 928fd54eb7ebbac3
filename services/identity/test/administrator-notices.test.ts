import { defineConfig } from '@pii-vault/platform/core/config/config';
import { PLATFORM_MIGRATIONS } from '@pii-vault/platform/postgres/migrate';
import { defineModule, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { NoticeRaised } from '@pii-vault/proto/audit/events/v1/audit_events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, type IdentityWorld, SUPER, signIn } from './identity-world.ts';

let identity: IdentityWorld;
let audit: ModuleKit;
const trail = defineModule({
  name: 'audit',
  config: defineConfig('STUB', {}),
  migrations: PLATFORM_MIGRATIONS,
  start: async (kit) => {
    audit = kit;
    return { services: [] };
  },
});

beforeAll(async () => {
  identity = await bootIdentity({}, false, Date.now, [trail]);
  await identity.create({ email: 'root@example.in', role: 'super_admin' });
  await identity.create({ email: 'one@example.in', role: 'admin', companyId: 2 });
  await identity.create({ email: 'two@example.in', role: 'admin', companyId: 2 });
  await identity.create({ email: 'viewer@example.in', companyId: 2 });
  await identity.create({ email: 'other@example.in', role: 'admin', companyId: 3 });
});
afterAll(() => identity?.world.stop());
beforeEach(async () => {
  identity.mail.isDown = false;
  identity.sent.length = 0;
  await identity.world.sql('DELETE FROM identity.administrator_notices');
});

const AT = new Date('2026-11-22T23:30:00.000Z');

interface Raised {
  readonly kind?: string;
  readonly companyId?: number | null;
  readonly subject?: string;
  readonly actorId?: string;
  readonly reason?: string;
  readonly objectIds?: Readonly<Record<string, string>>;
  readonly occurredAt?: Date;
}

/** Publishes notices as the audit service does, and waits until identity has stored them. */
async function raise(...notices: readonly Raised[]): Promise<void> {
  await audit.db.system((tx) =>
    tx.publishAll(
      notices.map(({ companyId = 2, ...notice }) => ({
        topic: 'audit.notice_raised',
        key: 'company:2',
        companyId,
        payload: NoticeRaised.encode(
          NoticeRaised.fromPartial({
            kind: 'budget_alarm',
            subject: 'user:7:reveal',
            actorType: 'user',
            actorId: '7',
            objectIds: { budget: 'reveal' },
            occurredAt: AT,
            ...notice,
            ...(companyId === null ? {} : { companyId }),
          }),
        ).finish(),
      })),
    ),
  );
  await identity.world.drain();
}

const waiting = async () => (await identity.world.sql('SELECT FROM identity.notice_mails')).length;
/** The readers of all mails, once no mail is pending. */
async function readers(): Promise<string[]> {
  await expect.poll(waiting).toBe(0);
  return identity.sent.map(({ to }) => to).sort();
}

describe('an alarm', () => {
  it('is mailed to each administrator of the company, and names no person', async () => {
    await raise({});
    expect(await readers()).toEqual(['one@example.in', 'two@example.in']);
    const [mail] = identity.sent;
    expect(mail?.subject).toBe('A limit of the day was reached in PII Vault');
    expect(mail?.text).toContain(
      'An account reached the limit of the day for people whose values are revealed in company 2.',
    );
    expect(mail?.text).toContain('By: user 7\nWhen: 2026-11-22 23:30 UTC');
    expect(mail?.text).toContain('http://localhost:8080/security-dashboard');
    expect(mail?.text).not.toContain('@');
  });

  it('is mailed once a day per kind and subject, also when it repeats in one batch or in several', async () => {
    await raise({}, {});
    await raise({ occurredAt: new Date('2026-11-22T00:00:00.000Z') });
    expect(await readers()).toHaveLength(2);
    await raise({ subject: 'user:8:reveal' });
    expect(await readers()).toHaveLength(4);
    await raise({ kind: 'integrity_error' });
    expect(await readers()).toHaveLength(6);
    await raise({ occurredAt: new Date('2026-11-23T00:00:00.000Z') });
    expect(await readers()).toHaveLength(8);
    await raise({ companyId: 3 });
    expect(await readers()).toContain('other@example.in');
    expect(identity.sent).toHaveLength(9);
  });

  it('goes to super admins when the company has no administrator or it concerns the deployment', async () => {
    await raise({ companyId: 1 });
    expect(await readers()).toEqual(['root@example.in']);
    await raise({
      kind: 'event_refused',
      companyId: null,
      subject: 'vault.audit',
      objectIds: { topic: 'vault.audit' },
    });
    expect(await readers()).toEqual(['root@example.in', 'root@example.in']);
    expect(identity.sent.at(-1)?.text).toContain('An event on the topic vault.audit had a wrong signature');
  });

  it('goes to the administrators of the company and to super admins when only those can act', async () => {
    await raise({ kind: 'company_reactivation_request', objectIds: {} });
    expect(await readers()).toEqual(['one@example.in', 'root@example.in', 'two@example.in']);
    expect(identity.sent[0]?.text).toContain('the reactivation of the suspended company 2');
  });

  it('is written in the language of the last sign-in, otherwise in English', async () => {
    const login = { ...signIn('two@example.in'), language: 'hi' };
    await identity.auth.login(identity.gateway(), login);
    await identity.auth.login(identity.gateway(), { ...login, language: 'fr' });
    await raise({ kind: 'matching_probe', reason: 'PROBE_LINKS', objectIds: { otherCompanyId: '3' } });
    await readers();
    const textOf = (to: string) => identity.sent.find((one) => one.to === to)?.text;
    expect(textOf('two@example.in')).toContain('नमस्ते Asha,');
    expect(textOf('two@example.in')).toContain('कंपनी 3 के एक क्रेडेंशियल ने');
    expect(textOf('one@example.in')).toContain(
      'A credential of company 3 wrote records that look like guesses',
    );
  });
});

it('about what one account does again and again is mailed ten times a day, and says which is the last', async () => {
  const changed = (n: number, more: Raised = {}) => ({
    ...{ kind: 'webhook_update', subject: `tenancy/1/${n}`, objectIds: { webhookId: '8' } },
    ...more,
  });
  await raise(...Array.from({ length: 25 }, (_, n) => changed(n)));
  expect(await readers()).toHaveLength(2 * 10);
  const last = 'This is the last mail of this kind';
  const toOne = identity.sent.filter(({ to }) => to === 'one@example.in');
  expect(toOne.map(({ text }) => text.includes(last))).toEqual([...Array(9).fill(false), true]);
  await raise(
    changed(30, { actorId: '8' }),
    changed(31, { kind: 'webhook_delete' }),
    changed(32, { occurredAt: new Date('2026-11-23T00:00:00.000Z') }),
    changed(33, { companyId: 3 }),
  );
  expect(await readers()).toHaveLength(2 * 10 + 3 * 2 + 1);
});

describe('an alarm that no other list shows', () => {
  const listed = async (companyIds?: number[]) => {
    const ctx = await identity.world.as(companyIds === undefined ? SUPER : adminOf(...companyIds));
    const { patterns } = await identity.security.listThreats(ctx, { hours: 24 });
    return patterns.map(({ kind, source, attempts }) => [kind, source?.kind, source?.value, attempts]);
  };

  it('is in the Security Dashboard of the company; super admins also see those of the deployment', async () => {
    const occurredAt = new Date();
    const deployment = { companyId: null, objectIds: { producer: 'vault' }, occurredAt };
    await raise(
      { kind: 'integrity_error', occurredAt },
      { kind: 'integrity_error', occurredAt },
      { kind: 'intake_stopped', ...deployment },
      { occurredAt },
    );
    const own = ['integrity_error', 'company', '2', 2];
    expect(await listed([2])).toEqual([own]);
    expect(await listed([3])).toEqual([]);
    expect((await listed()).sort()).toEqual([['intake_stopped', 'service', 'vault', 1], own]);
  });
});

describe('a mail that could not be sent', () => {
  it('is sent once after the mail server is back, also after a restart of the process', async () => {
    identity.mail.isDown = true;
    const before = identity.mail.refused;
    await raise({});
    await expect.poll(() => identity.mail.refused).toBe(before + 2);
    await identity.world.restart();
    identity.mail.isDown = false;
    await identity.world.sql(`UPDATE identity.notice_mails SET try_at = now()`);
    await raise({ subject: 'wakes the mailing' });
    expect(await readers()).toHaveLength(4);
    expect(new Set(identity.sent.map(({ messageId }) => messageId)).size).toBe(4);
    await raise({});
    expect(await readers()).toHaveLength(4);
  });

  it('is not sent to an inactive user', async () => {
    identity.mail.isDown = true;
    const before = identity.mail.refused;
    await raise({ companyId: 3 });
    await expect.poll(() => identity.mail.refused).toBe(before + 1);
    identity.mail.isDown = false;
    await identity.world.sql(
      `UPDATE identity.users SET status = 'suspended' WHERE email = 'other@example.in'`,
    );
    await identity.world.sql(`UPDATE identity.notice_mails SET try_at = now()`);
    await raise({});
    expect(await readers()).toEqual(['one@example.in', 'two@example.in']);
  });
});
