import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ConsoleWindow } from '../walk/browser.ts';
import { button, toast } from './acts.ts';
import { type Act, describeActs, dialog, fill } from './entry-acts.ts';
import { makeOwnUser, type OwnUser } from './own-user.ts';
import { signIn, type Tour } from './tour.ts';
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

const CANCELLED = 'The browser received no passkey. Try again.';
const KNOWN = 'This device already has a passkey for this site.';
/** Period of TOTP codes. */
const STEP_MS = 30_000;

interface Passkeys {
  readonly user: OwnUser;
  readonly window: ConsoleWindow;
  readonly page: Page;
  readonly authenticator: VirtualAuthenticator;
}

let made: Promise<Passkeys> | undefined;

/** One user, window and authenticator for all acts. */
function passkeys(tour: Tour): Promise<Passkeys> {
  made ??= (async () => {
    const user = await makeOwnUser(tour, 'passkeys', 'pii_view');
    const window = await tour.byName();
    return { user, window, page: window.page, authenticator: await addAuthenticator(window.page) };
  })();
  return made;
}

const factors = async ({ user }: Passkeys) => await user.api.call('GET /auth/factors');

/** Enters the password on the login screen. */
async function givePassword({ page, user }: Passkeys): Promise<void> {
  await page.goto('/login');
  await fill(page.locator('main'), { Email: user.login.email, Password: user.login.password });
  await button(page, 'Sign in').click();
}

const secondStep = (page: Page) => page.getByRole('heading', { name: 'Second step', exact: true }).waitFor();

async function arrives(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'PII Vault Dashboard', exact: true }).waitFor();
}

/** Status of an API call by the window's session. Made in the page: a token is valid only with its cookie. */
const reach = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
    return (await fetch('/api/individuals?companyId=1', { headers })).status;
  });

async function signOut(page: Page): Promise<void> {
  await button(page, /account of Tara Sen$/).click();
  await page.getByRole('menuitem', { name: 'Logout', exact: true }).click();
  await page.waitForURL(/\/login$/);
}

const acts: Readonly<Record<string, Act>> = {
  'a passkey is refused until the device verifies its user, then added': async (tour) => {
    const all = await passkeys(tour);
    const { page, authenticator } = all;
    await givePassword(all);
    await arrives(page);
    await page.goto('/sign-in-security');
    await button(page, 'Add passkey').click();
    const form = dialog(page, 'Add passkey');
    await fill(form, { Name: 'Laptop' });
    await authenticator.setVerified(false);
    await button(form, 'Create passkey').click();
    await form.getByRole('alert').getByText(CANCELLED).waitFor();
    expect((await factors(all)).factors).toEqual([]);
    await authenticator.setVerified(true);
    await button(form, 'Create passkey').click();
    const shown = dialog(page, 'Recovery codes');
    await toast(page, 'Second factor added');
    await button(shown, 'I have saved them').click();
    await page.getByText('10 codes are left.').waitFor();
    expect(await authenticator.sites()).toEqual(['localhost']);
    expect(await factors(all)).toMatchObject({
      factors: [{ kind: 'passkey', name: 'Laptop', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
  },
  'the same device is not added twice': async (tour) => {
    const all = await passkeys(tour);
    const { page } = all;
    await button(page, 'Add passkey').click();
    const form = dialog(page, 'Add passkey');
    await button(form, 'Create passkey').click();
    await form.getByRole('alert').getByText(KNOWN).waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    expect((await factors(all)).factors).toHaveLength(1);
  },
  'password and passkey lead to the Dashboard': async (tour) => {
    const all = await passkeys(tour);
    const { page } = all;
    await signOut(page);
    await givePassword(all);
    await secondStep(page);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await button(page, 'Use passkey').click();
    await arrives(page);
    expect(await reach(page)).toBe(200);
    expect((await factors(all)).factors).toMatchObject([{ kind: 'passkey', lastUsedAt: expect.any(String) }]);
  },
  'a refused or lost passkey is reported, and the code of an app leads to the Dashboard': async (tour) => {
    const all = await passkeys(tour);
    const { page, user, authenticator } = all;
    const { secret } = await user.api.call('POST /auth/factors/totp');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const body = { code: app.generate(), name: 'Phone' };
    await user.api.call('POST /auth/factors/totp/confirm', { body });
    await signOut(page);
    await givePassword(all);
    await secondStep(page);
    const losses = [() => authenticator.setVerified(false), () => authenticator.forget()];
    for (const lose of losses) {
      await lose();
      await button(page, 'Use passkey').click();
      await page.getByRole('alert').getByText(CANCELLED).waitFor();
      await authenticator.setVerified(true);
      await button(page, 'Use an authenticator app').click();
      await page.getByRole('alert').waitFor({ state: 'hidden' });
      await button(page, 'Use a passkey').click();
    }
    await button(page, 'Use an authenticator app').click();
    // A code is valid once, so this uses the code of the next period, which the server accepts too.
    await fill(page.locator('main'), { Code: app.generate({ timestamp: Date.now() + STEP_MS }) });
    await button(page, 'Continue').click();
    await arrives(page);
    expect((await factors(all)).factors.find(({ kind }) => kind === 'totp')?.lastUsedAt).not.toBeNull();
  },
  'a removed passkey is no longer requested': async (tour) => {
    const all = await passkeys(tour);
    const { page, user } = all;
    await page.goto('/sign-in-security');
    await button(page, 'Remove Laptop').click();
    await button(dialog(page, 'Remove Laptop?'), 'Remove').click();
    await toast(page, 'Laptop was removed');
    expect((await factors(all)).factors.map(({ kind }) => kind)).toEqual(['totp']);
    await signOut(page);
    await givePassword(all);
    await secondStep(page);
    await page.getByLabel('Code', { exact: true }).waitFor();
    expect(await button(page, 'Use a passkey').count()).toBe(0);
    expect((await signIn(tour.address, user.login)).lacks?.factors).toEqual(['totp', 'recovery_code']);
  },
};

/** Passkeys in a browser with a virtual authenticator. */
export function passkeysAndCodes(tour: Tour): void {
  describeActs(tour, 'passkeys', acts, []);
}
