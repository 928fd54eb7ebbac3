import { silentLogger } from '@pii-vault/platform/core/log/log';
import { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { CountWaiting } from '@pii-vault/platform/domain/waiting/waiting';
import type { Mail } from '@pii-vault/platform/mail/mailer';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPowers } from '../src/accounts/roles/load-powers.ts';
import { readDailyMail, writeDailyMail } from '../src/daily-mails/daily-mail-store.ts';
import { sendDailyMails } from '../src/daily-mails/send-daily-mails.ts';

let database: TestDatabase;
const ids: Record<string, number> = {};
/** 07:00 in India. */
const EARLY = Date.parse('2026-12-01T01:30:00Z');
const HOUR = 3_600_000;
let now: number;
let grievances: number;
let isDown: boolean;
let sent: Mail[];
/** Claims of the tokens with which something was counted. */
let claims: Record<string, unknown>[];

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await addUser('admin@x.in', 'admin');
  await addUser('hindi@x.in', 'admin', 'hi');
  await addUser('viewer@x.in', 'pii_view');
  await addUser('granted@x.in', 'pii_view');
  await addUser('new@x.in', 'admin');
  await database.sql(`UPDATE identity.users SET last_login_at = NULL WHERE email = 'new@x.in'`);
  await database.sql(
    `INSERT INTO identity.user_company_roles (company_id, user_id, role) VALUES (3, $1::bigint, 'admin')`,
    [ids['granted@x.in']],
  );
});
afterAll(async () => database?.drop());
beforeEach(async () => {
  now = EARLY + 2 * HOUR;
  grievances = 2;
  isDown = false;
  sent = [];
  claims = [];
  await database.sql('DELETE FROM identity.daily_mails');
});

async function addUser(email: string, role: string, language: string | null = null): Promise<void> {
  const [user] = await database.sql<{ id: number }>(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, role, company_id, language, last_login_at)
     VALUES ($1, $1, 'Asha', 'Rao', $2, 2, $3, now()) RETURNING id::int`,
    [email, role, language],
  );
  ids[email] = user?.id ?? 0;
}

const NOTHING = { registers: [], unread: [] };
const empty: CountWaiting = async () => NOTHING;
const down: CountWaiting = async () => Promise.reject(new Error('down'));
const compliance: CountWaiting = async (ctx) => {
  const token = await ctx.credential.tokenFor('compliance', '');
  claims.push(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  const dueAt = new Date('2026-12-01T12:30:00Z');
  const overdue = grievances > 0 ? 1 : 0;
  return {
    registers: [{ kind: 'grievances', count: grievances, overdue, companyId: 2, dueAt, details: {} }],
    unread: [],
  };
};
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Runs the job until no user is due. @returns the readers of its mails */
async function run(counts: Partial<Record<'compliance' | 'crypto', CountWaiting>> = {}): Promise<string[]> {
  sent = [];
  const others = { crypto: empty, vault: empty, tenancy: empty, lineage: empty, identity: empty };
  const send = sendDailyMails({
    db: database.db,
    self: () => testCtx(null),
    signer: { sign: async (typ, payload) => `${encoded({ alg: 'EdDSA', typ })}.${encoded(payload)}.c2ln` },
    loadPowers: loadPowers({ db: database.db, companies: { all: async () => [] } }),
    mailer: {
      send: async (mail) => {
        if (isDown) throw new Error('The mail server is down');
        sent.push(mail);
      },
    },
    log: silentLogger(),
    zones: new CompanyZones(),
    consoleUrl: 'https://vault.example.in',
    countWaiting: { ...others, compliance, ...counts },
    now: () => now,
  });
  await send(new AbortController().signal);
  return sent.map(({ to }) => to).sort();
}
const ALL = ['admin@x.in', 'granted@x.in', 'hindi@x.in'];

describe('the daily mail', () => {
  it('tells administrators what waits, in their language and in the time zone of the company', async () => {
    expect(await run()).toEqual(ALL);
    const [mail, , hindi] = sent.toSorted((a, b) => a.to.localeCompare(b.to));
    expect(mail?.subject).toBe('Pending in PII Vault: 2, 1 overdue');
    expect(mail?.text.replaceAll('\u202f', ' ')).toContain(
      '\n- Open grievances: 2, 1 overdue, the first is due 1 December 2026 at 6:00 pm in company 2\n',
    );
    expect(mail?.text).toContain('https://vault.example.in/sign-in-security');
    expect(mail?.text).not.toContain('Could not be read');
    expect(hindi?.subject).toBe('PII Vault में लंबित काम: 2, 1 का समय बीत गया');
    expect(hindi?.text).toContain('- खुली शिकायतें: 2,');
  });

  it('is counted with the rights of its reader, and with a token for counting alone', async () => {
    await run();
    const granted = claims.find(({ sub }) => sub === String(ids['granted@x.in']));
    expect(granted).toMatchObject({ gsv: 'piivault.platform.v1.Waiting' });
    expect(JSON.stringify(granted?.ps)).toContain('company:manage');
    expect(Object.keys(granted?.co ?? {})).toEqual(['2', '3']);
  });

  it('comes once a day from eight in the morning, on days on which something waits', async () => {
    now = EARLY;
    expect(await run()).toEqual(ALL);
    now = EARLY + HOUR;
    expect(await run()).toEqual(ALL);
    now += HOUR;
    expect(await run()).toEqual([]);
    grievances = 0;
    now += 24 * HOUR;
    expect(await run()).toEqual([]);
    grievances = 1;
    now += HOUR;
    expect(await run()).toEqual([]);
  });

  it('names what could not be read, and waits for an hour at most when nothing else waits', async () => {
    await run({ crypto: down });
    expect(sent[0]?.text).toMatch(
      /Could not be read today: The key store or encryption does not work, Keys that expire soon\./,
    );
    await database.sql('DELETE FROM identity.daily_mails');
    grievances = 0;
    expect(await run({ crypto: down })).toEqual([]);
    grievances = 1;
    now += HOUR;
    expect(await run()).toEqual(ALL);
  });

  it('is tried again when the mail server refused it, and is then the same mail', async () => {
    isDown = true;
    await run();
    isDown = false;
    expect(await run()).toEqual([]);
    now += HOUR;
    expect(await run()).toEqual(ALL);
    const expected = ALL.map((email) => `<waiting-2026-12-01-${ids[email]}@vault.example.in>`);
    expect(sent.map(({ messageId }) => messageId).sort()).toEqual(expected.sort());
  });

  it('is offered to administrators, and ends for one who switches it off', async () => {
    const id = ids['hindi@x.in'] ?? 0;
    await database.db.system((tx) => writeDailyMail(tx, id, false));
    const settings = Object.keys(ids).map(async (email) => {
      const { isOffered, isOn } = await database.db.system((tx) => readDailyMail(tx, ids[email] ?? 0));
      return [email, isOffered, isOn];
    });
    expect(await Promise.all(settings)).toEqual([
      ['admin@x.in', true, true],
      ['hindi@x.in', true, false],
      ['viewer@x.in', false, true],
      ['granted@x.in', true, true],
      ['new@x.in', true, true],
    ]);
    expect(await run()).toEqual(['admin@x.in', 'granted@x.in']);
  });
});
