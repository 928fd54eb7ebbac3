import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsoleWindow } from '../walk/browser.ts';
import { answer, answersAgain, button, open, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import type { Role, Tour } from './tour.ts';

/** Uses a screen as a person does and reads the effect back through the REST interface. */
export type Act = (tour: Tour) => Promise<void>;

/** One test for each act, in order. A fault in a window that the act did not provoke fails the test. */
export function describeActs(
  tour: Tour,
  screen: string,
  acts: Readonly<Record<string, Act>>,
  roles: readonly Role[] = ['super_admin'],
): void {
  describe(`${screen}, used`, () => {
    afterEach(async () => {
      for (const role of roles) await answersAgain((await tour.as(role)).page);
      expect(await tour.takeFaults()).toEqual([]);
    });
    it.each(Object.entries(acts))('%s', async (_, act) => await act(tour));
  });
}

/** Makes names unique across runs on the same vault. */
export const SUFFIX = Date.now().toString(36);

export const dialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true }).or(page.getByRole('alertdialog', { name, exact: true }));

/** Selects the row with this text. @returns the panel of the entry */
export async function openEntry(page: Page, panel: string, text: string): Promise<Locator> {
  await page.getByRole('row', { name: text }).click();
  const opened = page.getByRole('complementary', { name: panel, exact: true });
  await opened.getByRole('heading', { name: text }).waitFor();
  return opened;
}

/** Fills the controls with these labels; for a select, the value is the label of the option. */
export async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    // A checkbox may have the same label as another control.
    const control = form
      .getByLabel(label, { exact: true })
      .and(form.page().locator('input:not([type=checkbox]), select, textarea'));
    const isSelect = await control.evaluate((element) => element.tagName === 'SELECT');
    await (isSelect ? control.selectOption({ label: value }) : control.fill(value));
  }
}

export async function tick(form: Locator, names: readonly string[]): Promise<void> {
  for (const name of names) await form.getByRole('checkbox', { name, exact: true }).check();
}

interface RefusedForm {
  readonly form: Locator;
  readonly submit: string;
  readonly method: string;
  readonly path: string | RegExp;
  /** A control and what was typed into it. */
  readonly kept: readonly [label: string, value: string];
}

/** Checks that the form shows the server's message of a refusal, and keeps its input. */
export async function staysWhenRefused(window: ConsoleWindow, refused: RefusedForm): Promise<void> {
  const { form, submit, method, path, kept } = refused;
  const [label, value] = kept;
  for (const status of [409, 503]) {
    const detail = `The words of a refusal with ${status}.`;
    const end = await refuse(window, { method, path, status, detail });
    // By keyboard: in a small window, the toast of the previous refusal covers the button.
    await button(form, submit).press('Enter');
    await window.page.getByText(detail).waitFor();
    expect({ status, kept: await form.getByLabel(label, { exact: true }).inputValue() }).toEqual({
      status,
      kept: value,
    });
    await end();
  }
}

/** Checks that a changed form asks before it closes; first keeps editing, then discards. */
export async function discard(form: Locator): Promise<void> {
  await button(form, 'Cancel').click();
  await form.getByText('Discard your changes?').waitFor();
  await button(form, 'Keep editing').click();
  await button(form, 'Cancel').click();
  await button(form, 'Discard').click();
  await form.waitFor({ state: 'hidden' });
}

/** Opens a question or a form, cancels it, and opens it again. */
export async function openAfterCancel(opener: Locator, opened: Locator): Promise<void> {
  await opener.click();
  await button(opened, 'Cancel').click();
  await opened.waitFor({ state: 'hidden' });
  await opener.click();
}

/** Submits a form after another change was stored: the server refuses it. Then discards the form. */
export async function comesSecond(
  window: ConsoleWindow,
  { form, submit, call }: { readonly form: Locator; readonly submit: string; readonly call: string },
): Promise<void> {
  window.provoke(new RegExp(`^412 PUT /api${call}/\\d+$`));
  await button(form, submit).click();
  await toast(window.page, 'Error');
  await discard(form);
}

/** Checks that the button Refresh fetches the list again. */
export async function refreshes(page: Page, call: string): Promise<void> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${call}`);
  await button(page, 'Refresh').click();
  expect((await answered).status()).toBe(200);
}

/** Checks that the panel's button and Escape close the panel. */
export async function closesPanel(page: Page, panel: string, text: string, close = 'Close'): Promise<void> {
  const opened = await openEntry(page, panel, text);
  await button(opened, close).click();
  await opened.waitFor({ state: 'hidden' });
  await openEntry(page, panel, text);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
}

interface RegisterNames {
  readonly title: string;
  /** Path of the screen, and of the list's call below /api. */
  readonly path: string;
  /** The side panel of an entry. */
  readonly panel: string;
  /** The dialog for a new entry, and the button that opens it. */
  readonly add: string;
}

/** A screen with a list, a side panel, a dialog for a new entry, and a line with the next step. */
export class Register {
  readonly #names: RegisterNames;

  constructor(names: RegisterNames) {
    this.#names = names;
  }

  opened(tour: Tour, query = ''): Promise<Page> {
    const { path, title } = this.#names;
    return open(tour, `${path}?company=1${query}`, title);
  }

  /** @param row text in the row of an entry of the demo */
  states(row: string) {
    return {
      open: async (tour: Tour) => {
        const page = await this.opened(tour);
        await page.getByRole('row', { name: row }).first().waitFor();
        return page;
      },
      'an empty list': async (tour: Tour) => {
        const { page } = await tour.as('super_admin');
        await answer(page, this.#names.path, []);
        return await this.opened(tour);
      },
      'the add dialog': (tour: Tour) => this.opened(tour, '&new=1'),
    } satisfies Record<string, Reach>;
  }

  /** Opens the dialog for a new entry by its address. */
  async adding(tour: Tour) {
    const { window } = await tour.as('super_admin');
    const page = await this.opened(tour, '&new=1');
    return { window, page, form: dialog(page, this.#names.add) };
  }

  /** Opens the panel of an entry. */
  async entry(tour: Tour, text: string) {
    const { window, api } = await tour.as('super_admin');
    const page = await this.opened(tour);
    return { window, api, page, panel: await openEntry(page, this.#names.panel, text) };
  }

  /** Checks the text of the next step; its button opens the panel of an entry. */
  async next(tour: Tour, said: string | RegExp) {
    const page = await this.opened(tour);
    const next = page.getByRole('status', { name: 'What to do next' });
    await next.getByText(said).waitFor();
    await button(next, 'Open it').click();
    return { page, next, panel: page.getByRole('complementary', { name: this.#names.panel }) };
  }

  /** The last act of each suite. @param textOf returns text in the row of an entry */
  list(textOf: (tour: Tour) => Promise<string>): Readonly<Record<string, Act>> {
    const { panel, path } = this.#names;
    return {
      'Refresh fetches the list again, and the panel closes': async (tour) => {
        const page = await this.opened(tour);
        await closesPanel(page, panel, await textOf(tour));
        await refreshes(page, path);
      },
    };
  }
}
