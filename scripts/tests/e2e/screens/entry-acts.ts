import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsoleWindow } from '../walk/browser.ts';
import { answer, answersAgain, button, open, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import type { Role, Tour } from './tour.ts';

/** Uses a screen as a person does and reads the effect back through the REST interface. */
export type Act = (tour: Tour) => Promise<void>;

/** One test for each act, in their order. What goes wrong in a window, beyond what an act provokes, fails it. */
export function describeActs(
  tour: Tour,
  screen: string,
  acts: Readonly<Record<string, Act>>,
  roles: readonly Role[] = ['super_admin'],
): void {
  describe(`${screen}, used`, () => {
    afterEach(async () => {
      for (const role of roles) await answersAgain((await tour.as(role)).page);
      expect(tour.takeFaults()).toEqual([]);
    });
    it.each(Object.entries(acts))('%s', async (_, act) => await act(tour));
  });
}

/** Names that no other run on the same vault has used. */
export const SUFFIX = Date.now().toString(36);

export const dialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true }).or(page.getByRole('alertdialog', { name, exact: true }));

/** Chooses the row with this text; its panel. */
export async function openEntry(page: Page, panel: string, text: string): Promise<Locator> {
  await page.getByRole('row', { name: text }).click();
  const opened = page.getByRole('complementary', { name: panel, exact: true });
  await opened.getByRole('heading', { name: text }).waitFor();
  return opened;
}

/** Puts values into the controls with these labels; a select takes the name of its choice. */
export async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    // Checkboxes may have the name of another control.
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

/** Every kind of refusal is said in the server's words; the form stays with what was typed. */
export async function staysWhenRefused(window: ConsoleWindow, refused: RefusedForm): Promise<void> {
  const { form, submit, method, path, kept } = refused;
  const [label, value] = kept;
  for (const status of [403, 404, 409, 412, 429, 500, 503]) {
    const detail = `The words of a refusal with ${status}.`;
    const end = await refuse(window, { method, path, status, detail });
    // By keyboard: on a small window the toast of the refusal before lies over the button.
    await button(form, submit).press('Enter');
    await window.page.getByText(detail).waitFor();
    expect({ status, kept: await form.getByLabel(label, { exact: true }).inputValue() }).toEqual({
      status,
      kept: value,
    });
    await end();
  }
}

/** The form that was changed asks before it is closed, goes on being filled, and is closed. */
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

/** Sends a form after another change was stored: the server refuses it, and what was typed is discarded. */
export async function comesSecond(
  window: ConsoleWindow,
  { form, submit, call }: { readonly form: Locator; readonly submit: string; readonly call: string },
): Promise<void> {
  window.provoke(new RegExp(`^412 PUT /api${call}/\\d+$`));
  await button(form, submit).click();
  await toast(window.page, 'Error');
  await discard(form);
}

/** Refresh fetches the list of the screen again. */
export async function refreshes(page: Page, call: string): Promise<void> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${call}`);
  await button(page, 'Refresh').click();
  expect((await answered).status()).toBe(200);
}

/** The panel is closed by its button, and by Escape. */
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
  /** Of the screen, and of the list's call below /api. */
  readonly path: string;
  /** The side panel of an entry. */
  readonly panel: string;
  /** The dialog for a new entry, and the button that opens it. */
  readonly add: string;
}

/** A screen with a list, a side panel, a dialog for a new entry, and a line that says what to do next. */
export class Register {
  readonly #names: RegisterNames;

  constructor(names: RegisterNames) {
    this.#names = names;
  }

  opened(tour: Tour, query = ''): Promise<Page> {
    const { path, title } = this.#names;
    return open(tour, `${path}?company=1${query}`, title);
  }

  /** @param row of an entry that the demo has made */
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

  /** The dialog for a new entry, opened by its address. */
  async adding(tour: Tour) {
    const { window } = await tour.as('super_admin');
    const page = await this.opened(tour, '&new=1');
    return { window, page, form: dialog(page, this.#names.add) };
  }

  /** The panel of an entry. */
  async entry(tour: Tour, text: string) {
    const { window, api } = await tour.as('super_admin');
    const page = await this.opened(tour);
    return { window, api, page, panel: await openEntry(page, this.#names.panel, text) };
  }

  /** What to do next is said, and its button opens the panel of an entry. */
  async next(tour: Tour, said: string | RegExp) {
    const page = await this.opened(tour);
    const next = page.getByRole('status', { name: 'What to do next' });
    await next.getByText(said).waitFor();
    await button(next, 'Open it').click();
    return { page, next, panel: page.getByRole('complementary', { name: this.#names.panel }) };
  }

  /** The last act of each suite. @param textOf the row of an entry */
  list(textOf: (tour: Tour) => Promise<string>): Readonly<Record<string, Act>> {
    const { panel, path } = this.#names;
    return {
      'the list is fetched again, and the panel closes': async (tour) => {
        const page = await this.opened(tour);
        await closesPanel(page, panel, await textOf(tour));
        await refreshes(page, path);
      },
    };
  }
}
