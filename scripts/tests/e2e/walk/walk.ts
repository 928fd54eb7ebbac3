import type { Client } from '@pii-vault/contract/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Administrator, findByExternalId, signInByApi } from '../../running-vault/api-partner.ts';
import {
  type RunningVault,
  startVaultProcess,
  type VaultOptions,
  type VaultProcess,
} from '../../running-vault/vault-process.ts';
import { startChecking } from './axe.ts';
import { type ConsoleWindow, openWindow, startBrowser } from './browser.ts';
import { makePeople, type People } from './people.ts';

/** A walk through one vault in one browser window; each step needs the steps before it. */
export interface Walk<V extends RunningVault = RunningVault> {
  readonly admin: Administrator;
  readonly people: People;
  /** Ids of the companies, in order of creation. */
  readonly bank: 1;
  readonly clinic: 2;
  readonly vault: V;
  readonly page: Page;
  readonly window: ConsoleWindow;
  /** A client of the administrator, to wait for background work and to find people. */
  api(): Promise<Client>;
  /** Id of the bank's person with an external id. */
  customer(externalId: string): Promise<number>;
  /** Checks that the current screen is accessible, and that no fault occurred since the last call. */
  expectSound(): Promise<void>;
}

export interface WalkOptions extends VaultOptions {
  /** Whether axe checks the screens; one topology is enough, since both serve the same console. */
  readonly isCheckedByAxe?: boolean;
}

const START_MS = 120_000;

/** A walk through a vault with processes on this machine. */
export function startWalk(options: () => WalkOptions = () => ({})): Walk<VaultProcess> {
  const isCheckedByAxe = () => options().isCheckedByAxe !== false;
  return walkThrough(() => startVaultProcess(options()), { isCheckedByAxe, startMs: START_MS });
}

interface WalkSettings {
  readonly isCheckedByAxe: () => boolean;
  /** Time in which the vault has to start. */
  readonly startMs: number;
}

/** Starts vault and browser before the first test of the file and ends them after the last. */
export function walkThrough<V extends RunningVault>(
  start: () => Promise<V>,
  { isCheckedByAxe, startMs }: WalkSettings,
): Walk<V> {
  const admin = { email: 'asha@example.com', password: 'Walk1ng-the-console!' };
  const people = makePeople();
  let vault: V;
  let browser: Browser;
  let window: ConsoleWindow;
  let check: () => Promise<string[]>;
  let signedIn: Promise<Client> | undefined;

  beforeAll(async () => {
    [vault, browser] = await Promise.all([start(), startBrowser()]);
    window = await openWindow(browser, vault.address);
    check = startChecking(window.page);
  }, startMs);
  afterAll(async () => {
    await browser?.close();
    await vault?.stop();
  });
  skipAfterFailure();

  const api = () => {
    signedIn ??= signInByApi(vault.address, admin);
    return signedIn;
  };
  return {
    admin,
    people,
    bank: 1,
    clinic: 2,
    get vault() {
      return vault;
    },
    get page() {
      return window.page;
    },
    get window() {
      return window;
    },
    api,
    customer: async (externalId) => findByExternalId(await api(), 1, externalId, 'kyc'),
    async expectSound() {
      if (isCheckedByAxe()) expect(await check()).toEqual([]);
      expect(await window.takeFaults()).toEqual([]);
    },
  };
}

/** Skips the remaining steps after a failure, because each step needs the steps before it. */
function skipAfterFailure(): void {
  let isBroken = false;
  beforeEach(({ skip }) => skip(isBroken, 'an earlier step failed'));
  afterEach(({ task }) => {
    isBroken ||= task.result?.state === 'fail';
  });
}
