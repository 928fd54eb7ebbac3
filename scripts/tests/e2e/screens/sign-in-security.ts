import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { answer, button, confirmFresh, open, refuse, toast } from './acts.ts';
import { type Act, describeActs, dialog, fill, openAfterCancel } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Role, Tour } from './tour.ts';

const TITLE = 'Sign-in Security';
const PATH = '/sign-in-security';
/** No other suite signs in or confirms as this user while a second factor is required. */
const ROLE: Role = 'pii_view';

async function opened(tour: Tour): Promise<Page> {
  await confirmFresh(await tour.as(ROLE));
  return await open(tour, PATH, TITLE, ROLE);
}

async function factors(tour: Tour) {
  const { api } = await tour.as(ROLE);
  return await api.call('GET /auth/factors');
}

/** Signs the user in a second time. @returns calls with the token of that session */
async function signIn(tour: Tour) {
  const { login } = await tour.as(ROLE);
  const send = async (path: string, body: object | undefined, token = '') =>
    await fetch(`${tour.address}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { email, password } = login;
  const answered = (await (await send('/auth/login', { email, password })).json()) as { token: string };
  const { token } = answered;
  return {
    reach: async () => (await send('/individuals?companyId=1', undefined, token)).status,
    pass: async (recoveryCode: string) => (await send('/auth/second-factor', { recoveryCode }, token)).status,
  };
}

/** Reads the codes that a dialog shows once. */
async function codesIn(shown: Locator): Promise<string[]> {
  const list = shown.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return await list.getByRole('listitem').allTextContents();
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

const withFactor: Reach = async (tour) => {
  const { page } = await tour.as(ROLE);
  const factor = {
    id: 1,
    kind: 'totp',
    name: 'Phone',
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
  };
  await answer(page, '/auth/factors', {
    factors: [factor],
    recoveryCodesLeft: 1,
    required: true,
    proofs: ['totp'],
  });
  return await open(tour, PATH, TITLE, ROLE);
};

const states = {
  open: opened,
  'a second factor': withFactor,
  'the passkey dialog': async (tour: Tour) => {
    const page = await opened(tour);
    await button(page, 'Add passkey').click();
    return page;
  },
  'the app dialog': async (tour: Tour) => {
    const page = await opened(tour);
    await button(page, 'Add authenticator app').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Sign-in Security': {
    open: {
      title: [TITLE],
      text: [
        'Your second factors, and your current sign-ins',
        'You have no second factor.',
        'This session',
        'Expires',
        'IP address',
      ],
      heading: ['Second factors', 'Your sessions and tokens'],
      button: ['Add passkey', 'Add authenticator app'],
    },
    'a second factor': {
      text: ['Phone', 'Required for your role', '1 code is left.'],
      heading: ['Recovery codes'],
      button: ['Rename Phone', 'Remove Phone', 'Generate new codes'],
    },
    'the passkey dialog': { dialog: ['Add passkey'], label: ['Name'], button: ['Create passkey'] },
    'the app dialog': {
      dialog: ['Add authenticator app'],
      label: ['Code', 'Name', 'QR code for the authenticator app'],
      text: ['No camera? Enter this key in the app:', 'Six digits from your authenticator app.'],
    },
  },
};

/** The recovery codes of the acts so far. */
let codes: readonly string[] = [];

const acts: Readonly<Record<string, Act>> = {
  'an authenticator app is refused with a wrong code, and added with its own': async (tour) => {
    const { window } = await tour.as(ROLE);
    const page = await opened(tour);
    const form = dialog(page, 'Add authenticator app');
    for (const status of [409, 429, 500, 503]) {
      const detail = `The words of a refusal with ${status}.`;
      const end = await refuse(window, { method: 'POST', path: '/auth/factors/totp', status, detail });
      await button(page, 'Add authenticator app').press('Enter');
      await toast(page, detail);
      await end();
    }
    await button(page, 'Add authenticator app').press('Enter');
    const secret = ((await form.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '').replaceAll(
      ' ',
      '',
    );
    const code = codeOf(secret);
    await fill(form, { Code: code === '000000' ? '000001' : '000000', Name: 'Pocket' });
    window.provoke(/^4\d\d POST \/api\/auth\/factors\/totp\/confirm$/);
    await button(form, 'Add authenticator app').click();
    await form.getByRole('alert').waitFor();
    expect((await factors(tour)).factors).toEqual([]);
    await fill(form, { Code: codeOf(secret) });
    await button(form, 'Add authenticator app').click();
    await toast(page, 'Second factor added');
    const shown = dialog(page, 'Recovery codes');
    codes = await codesIn(shown);
    expect(new Set(codes).size).toBe(10);
    await button(shown, 'Download').click();
    await button(shown, 'I have saved them').click();
    await shown.waitFor({ state: 'hidden' });
    await page.getByText('10 codes are left.').waitFor();
    expect(await factors(tour)).toMatchObject({
      factors: [{ kind: 'totp', name: 'Pocket' }],
      recoveryCodesLeft: 10,
    });
  },
  'a sign-in asks for it, and a recovery code works once': async (tour) => {
    const [code = ''] = codes;
    const first = await signIn(tour);
    expect(await first.reach()).toBe(403);
    expect(await first.pass(code)).toBe(200);
    expect(await first.reach()).toBe(200);
    const second = await signIn(tour);
    expect(await second.pass(code)).toBe(400);
    const page = await opened(tour);
    await page.getByText('9 codes are left.').waitFor();
  },
  'new codes replace the former ones': async (tour) => {
    const page = await opened(tour);
    const question = dialog(page, 'Generate new recovery codes?');
    await button(page, 'Generate new codes').click();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await button(page, 'Generate new codes').click();
    await button(question, 'Generate new codes').click();
    const shown = dialog(page, 'Recovery codes');
    const former = codes[1] ?? '';
    codes = await codesIn(shown);
    await button(shown, 'I have saved them').click();
    const session = await signIn(tour);
    expect(await session.pass(former)).toBe(400);
    expect(await session.pass(codes[0] ?? '')).toBe(200);
    expect((await factors(tour)).recoveryCodesLeft).toBe(9);
  },
  'it is renamed': async (tour) => {
    const { window } = await tour.as(ROLE);
    const page = await opened(tour);
    const form = dialog(page, 'Rename second factor');
    await button(page, 'Rename Pocket').click();
    await fill(form, { Name: 'Tablet' });
    const path = /^\/auth\/factors\/\d+$/;
    const end = await refuse(window, { method: 'PUT', path, status: 500, detail: 'The words of a refusal.' });
    await button(form, 'Rename').click();
    await form.getByText('The words of a refusal.').waitFor();
    await end();
    await button(form, 'Rename').click();
    await toast(page, 'Second factor renamed');
    expect((await factors(tour)).factors.map(({ name }) => name)).toEqual(['Tablet']);
  },
  'another session is ended, and all others': async (tour) => {
    const { api } = await tour.as(ROLE);
    const withCode = async (at: number) => {
      const session = await signIn(tour);
      expect(await session.pass(codes[at] ?? '')).toBe(200);
      return session;
    };
    const one = await withCode(1);
    const page = await opened(tour);
    const question = dialog(page, 'End this session?');
    const end = page.getByRole('button', { name: /^End: Session of / }).first();
    await openAfterCancel(end, question);
    await button(question, 'End session').click();
    await toast(page, 'Access ended');
    await expect.poll(() => one.reach()).toBe(401);
    const others = [await withCode(2), await withCode(3)];
    await page.reload();
    await button(page, 'Sign out everywhere else').click();
    await button(dialog(page, 'Sign out everywhere else?'), 'Sign out everywhere else').click();
    await toast(page, 'You are signed out everywhere else');
    await page.getByText('You are not signed in anywhere else.').waitFor();
    for (const other of others) await expect.poll(() => other.reach()).toBe(401);
    const sessions = await api.call('GET /auth/sessions');
    expect(sessions.filter(({ kind }) => kind === 'login').map(({ isCurrent }) => isCurrent)).toEqual([true]);
  },
  'the second factor is removed, and its codes with it': async (tour) => {
    const page = await opened(tour);
    const question = dialog(page, 'Remove Tablet?');
    await openAfterCancel(button(page, 'Remove Tablet'), question);
    await button(question, 'Remove').click();
    await toast(page, 'Tablet was removed');
    await page.getByText('You have no second factor.').waitFor();
    expect(await factors(tour)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect(await (await signIn(tour)).reach()).toBe(200);
  },
};

export function signInSecurity(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts, [ROLE]);
}
