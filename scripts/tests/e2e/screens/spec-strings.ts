import type { Locator, Page } from 'playwright-core';
import { entryOf, tabOf } from '../walk/screens.ts';

/** Locators of a string of the specification, by its place on the screen. */
const places = {
  title: (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }),
  heading: (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true }),
  text: (page: Page, text: string) => page.getByText(text, { exact: true }),
  /** A part of a longer sentence. */
  part: (page: Page, text: string) => page.getByText(text),
  column: (page: Page, text: string) => page.getByRole('columnheader', { name: text, exact: true }),
  button: (page: Page, text: string) =>
    page
      .getByRole('button', { name: text, exact: true })
      .or(page.getByRole('link', { name: text, exact: true })),
  /** An entry of the sidebar. */
  entry: entryOf,
  /** A tab of an entry of the sidebar. */
  menu: tabOf,
  label: (page: Page, text: string) => page.getByLabel(text, { exact: true }),
  placeholder: (page: Page, text: string) => page.getByPlaceholder(text, { exact: true }),
  tab: (page: Page, text: string) =>
    page
      .getByRole('tab', { name: text, exact: true })
      .or(page.getByRole('radio', { name: text, exact: true })),
  option: (page: Page, text: string) =>
    page
      .getByRole('menuitemradio', { name: text, exact: true })
      .or(page.getByRole('option', { name: text, exact: true })),
  /** An option of a native select. */
  choice: (page: Page, text: string) => page.locator('option', { hasText: new RegExp(`^${text}$`) }),
  action: (page: Page, text: string) => page.getByRole('menuitem', { name: text, exact: true }),
  dialog: (page: Page, text: string) =>
    page
      .getByRole('dialog', { name: text, exact: true })
      .or(page.getByRole('alertdialog', { name: text, exact: true })),
} satisfies Record<string, (page: Page, text: string) => Locator>;
export type Place = keyof typeof places;

type Strings = Readonly<Partial<Record<Place, readonly string[]>>>;
/** Strings of one screen, by section of the specification and by state of the screen. */
export type SpecTable<State extends string = string> = Readonly<
  Record<string, Readonly<Partial<Record<State, Strings>>>>
>;

export interface SpecRow {
  readonly section: string;
  readonly place: Place;
  readonly text: string;
}

/** The strings that a state shows. */
export function rowsOf(table: SpecTable, state: string): SpecRow[] {
  return Object.entries(table).flatMap(([section, states]) =>
    Object.entries(states[state] ?? {}).flatMap(([place, texts]) =>
      texts.map((text) => ({ section, place: place as Place, text })),
    ),
  );
}

export const statesOf = (table: SpecTable): ReadonlySet<string> =>
  new Set(Object.values(table).flatMap((states) => Object.keys(states)));

/** Waits until the page shows the string. @throws Error after the timeout */
export async function find(page: Page, { place, text }: SpecRow): Promise<void> {
  const found = places[place](page, text);
  // The platform draws the options of a select outside the page, so they are never visible in it.
  await (place === 'choice' ? found.first().waitFor({ state: 'attached' }) : shown(found).waitFor());
}

const shown = (found: Locator): Locator => found.filter({ visible: true }).first();
