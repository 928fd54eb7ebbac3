import { readFile } from 'node:fs/promises';
import type { SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { type Client, createClient } from '@pii-vault/contract/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type DemoLogin, fillDemo, readLogins } from '../../running-vault/fill-demo.ts';
import { type RunningVault, startVaultProcess } from '../../running-vault/vault-process.ts';
import { type ConsoleWindow, openWindow, startBrowser } from '../walk/browser.ts';

type Language = 'en' | 'hi';
export type Role = 'super_admin' | 'admin' | 'pii_view' | 'analytics';

/** One user of the demo, with a browser window and a session of the REST API. */
export interface Visitor {
  readonly login: DemoLogin;
  readonly window: ConsoleWindow;
  readonly page: Page;
  /** A client with the session of the window. */
  readonly api: Client;
  readonly token: string;
  /** Contents of the browser's local storage for the session. */
  readonly stored: SignedIn['stored'];
}

/** One vault with the demo's data and one browser, for every suite of a file. */
export interface Tour {
  readonly address: string;
  /** Signs in at the first call. */
  as(role: Role): Promise<Visitor>;
  /** A window without a session. */
  anybody(): Promise<ConsoleWindow>;
  /** A new window with an empty cache, for its caller to close. Without a role it has no session. */
  firstVisit(role: Role | undefined, language: Language): Promise<ConsoleWindow>;
  /** A new window at localhost: passkeys are bound to a host name, never to an IP address. */
  byName(): Promise<ConsoleWindow>;
  /** Faults of all windows since the last call. */
  takeFaults(): Promise<string[]>;
}

/** Long, because the demo waits until matching has no pending work. */
const START_MS = 900_000;
/** A busy machine takes ten times as long as an idle one. */
const PATIENCE_MS = 120_000;

/** Starts vault, demo and browser before the first test of the file and ends them after the last. */
export function startTour(): Tour {
  let vault: RunningVault;
  let browser: Browser;
  let logins: readonly DemoLogin[] = [];
  const visitors = new Map<Role, Promise<Visitor>>();
  const windows: ConsoleWindow[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    ({ vault, logins } = await filledVault());
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    await vault?.stop();
  });

  async function open(session: Partial<SignedIn> = {}, address = vault.address): Promise<ConsoleWindow> {
    const window = await openWindow(browser, address, { ...session, patienceMs: PATIENCE_MS });
    windows.push(window);
    return window;
  }
  async function visit(role: Role): Promise<Visitor> {
    const login = logins.find((one) => one.role === role);
    if (login === undefined) throw new Error(`The demo has made no ${role}`);
    const session = await signIn(vault.address, login);
    const window = await open(session);
    return { ...session, login, window, page: window.page };
  }
  function visitorOf(role: Role): Promise<Visitor> {
    const visitor = visitors.get(role) ?? visit(role);
    visitors.set(role, visitor);
    return visitor;
  }
  let signedOut: Promise<ConsoleWindow> | undefined;
  return {
    get address() {
      return vault.address;
    },
    as: visitorOf,
    async anybody() {
      signedOut ??= open();
      return await signedOut;
    },
    firstVisit: async (role, language) =>
      open({ stored: { ...(role && (await visitorOf(role)).stored), language } }),
    byName: () => open({}, vault.address.replace('127.0.0.1', 'localhost')),
    takeFaults: async () => (await Promise.all(windows.map((window) => window.takeFaults()))).flat(),
  };
}

interface FilledVault {
  readonly vault: RunningVault;
  readonly logins: readonly DemoLogin[];
}

/** Starts a vault and fills it, or uses the running one whose `make demo` output is in the file E2E_DEMO. */
async function filledVault(): Promise<FilledVault> {
  const file = process.env.E2E_DEMO;
  if (file === undefined) return await startFilledVault(STARTS);
  const printed = await readFile(file, 'utf8');
  const address = /^ {2}(http\S+)$/m.exec(printed)?.[1];
  if (address === undefined) throw new Error(`${file} has no address of a vault`);
  return { vault: { address, stop: async () => undefined }, logins: readLogins(printed) };
}

/** Attempts to start and fill a vault. */
const STARTS = 3;

/** Starts again with a new vault if the demo fails: on a busy machine a call may time out. */
async function startFilledVault(starts: number): Promise<FilledVault> {
  const vault = await startVaultProcess();
  try {
    return { vault, logins: (await fillDemo(vault)).logins };
  } catch (error) {
    await vault.stop();
    if (starts === 1) throw error;
    return await startFilledVault(starts - 1);
  }
}

interface SignedIn {
  readonly api: Client;
  readonly token: string;
  /** The second factor that the session waits for. */
  readonly lacks: SessionLack | null;
  /** Contents of the browser's local storage for this session. */
  readonly stored: Readonly<Record<string, string>>;
}

export async function signIn(address: string, { email, password }: DemoLogin): Promise<SignedIn> {
  let token = '';
  const api = createClient({
    baseUrl: `${address}/api`,
    getToken: () => token || undefined,
    onProofRequired: async () => (await api.call('POST /auth/confirm', { body: { password } })).success,
  });
  const answer = await api.call('POST /auth/login', { body: { email, password } });
  token = answer.token;
  return {
    api,
    token,
    lacks: answer.lacks,
    stored: { auth_token: token, auth_user: JSON.stringify(answer.user) },
  };
}
