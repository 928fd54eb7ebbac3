import { openApiDocument } from '@pii-vault/contract/openapi';
import { permissions } from '@pii-vault/contract/permissions';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../company/company-provider.tsx';
import { loadTexts } from '../i18n/i18n.ts';
import { startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { type ApiCall, stubApi } from '../testing/stub-api.ts';
import { features } from './features.ts';
import { Palette } from './palette/palette.tsx';
import { Shell } from './shell/shell.tsx';
import { newDialogs, openDialog, rowDialogs } from './testing/opened-dialogs.tsx';
import { rowAnswers } from './testing/row-answers.ts';

/** An Arabic word, an override that reverses what follows, and parentheses, which have no direction of their own. */
const WORD = 'شركة';
const nameOf = (n: number) => `${WORD}\u202E (${n})`;
/** Code shows the override as the escape sequence of JSON. */
const anyName = new RegExp(`${WORD}(?:\u202E|\\\\u202e) \\(\\d+\\)`, 'g');

/** Keys whose names are the product's own: of a database, of a figure. */
const OWN = new Set(['database', 'evidence']);
const isUserText = (key: string) => /(^n|N)ame$|^(title|subject|description|resolution)$/.test(key);

/** The value with hostile names in place of all names and titles; each is another one. */
function renamed(value: unknown, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, next));
  if (typeof value === 'function') return (call: ApiCall) => renamed(value(call), next);
  if (value instanceof Response)
    return value.json().then((body) => Response.json(renamed(body, next), { headers: value.headers }));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    if (typeof inner === 'string' && isUserText(key)) return [key, next()];
    return [key, OWN.has(key) ? inner : renamed(inner, next)];
  });
  return Object.fromEntries(entries);
}

/** Answers every GET call with the example of the contract. */
function stubExamples(): void {
  let names = 0;
  const rows = routes
    .filter((row: Row) => row.method === 'GET')
    .map((row: Row) => ({
      key: `GET ${row.path}`,
      pattern: new RegExp(`^GET ${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      response: renamed(row.example.response, () => nameOf(++names)),
    }));
  const document = { key: 'GET /openapi.json', pattern: /^$/, response: openApiDocument('/api') };
  rows.unshift(document);
  const find = (key: string) =>
    rows.find((row) => row.key === key) ?? rows.find(({ pattern }) => pattern.test(key));
  const answers = { has: (_: object, key: string) => find(key) !== undefined };
  stubApi(new Proxy({}, { ...answers, get: (_, key) => find(String(key))?.response }));
}

/** Texts of elements and attributes that contain a name next to other text without isolating it. */
function exposed(root: Element): string[] {
  const found: string[] = [];
  const judge = (text: string, whole: string, place: string) => {
    const rest = text.replaceAll(/\u2068[^\u2069]*\u2069/g, '');
    const isAlone = text === whole && rest.replaceAll(anyName, '').trim() === '';
    if (rest.includes(WORD) && !isAlone) found.push(`${place}: ${whole}`);
  };
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes)
      if (name !== 'value') judge(value, value, `${element.tagName}[${name}]`);
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE)
        judge(node.textContent ?? '', element.textContent ?? '', element.tagName);
  }
  judge(document.title, document.title, 'document.title');
  return found;
}

const shownNames = () => (document.body.textContent ?? '').split(WORD).length - 1;

beforeEach(async () => {
  const names = { firstName: nameOf(1001), lastName: nameOf(1002) };
  startSession('t', sampleUser({ permissions: [...permissions], ...names }));
  for (const namespace of ['erasure', 'live-sessions', 'charts']) await loadTexts(namespace);
  stubExamples();
});

async function expectIsolated(ui: ReactNode, route: string, least: number): Promise<void> {
  renderApp(
    <CompanyProvider>
      <main tabIndex={-1}>{ui}</main>
    </CompanyProvider>,
    { route },
  );
  await waitFor(() => expect(shownNames()).toBeGreaterThanOrEqual(least));
  expect(exposed(document.body)).toEqual([]);
}

describe('a name from right to left with an override leaves the text around it in order', () => {
  const lazy = new Map(
    features.flatMap((feature) => feature.routes).map((route) => [route.path, route.lazy]),
  );
  /** The address of a screen, and how many names it shows. */
  const screens: readonly (readonly [address: string, names: number])[] = [
    ['/sign-in-security', 3],
    ['/', 12],
    ['/analytics', 2],
    ['/analytics?tab=access', 3],
    ['/individuals', 1],
    ['/individuals?selected=48213', 5],
    ['/individuals?selected=48213&open=1', 4],
    ['/individuals?find=1', 2],
    ['/individuals/new', 1],
    ['/imports', 2],
    ['/imports?import=12', 7],
    ['/data-lineage', 2],
    ['/data-lineage?analysis=1', 5],
    ['/data-lineage?selected=31', 5],
    ['/companies', 3],
    ['/companies?edit=1', 4],
    ['/companies?delete=1', 4],
    ['/encryption', 1],
    ['/encryption-keys?rotate=1', 5],
    ['/security-dashboard?tab=threats', 2],
    ['/compliance', 1],
    ['/grievances?selected=8', 5],
    ['/incidents?selected=2', 4],
    ['/recipients?selected=6', 1],
    ['/access-reviews', 1],
    ['/audit', 2],
    ['/audit?view=actions', 2],
    ['/approvals', 1],
    ['/users?selected=2', 8],
    ['/users?edit=2', 6],
    ['/users?roles=2', 6],
  ];
  async function showScreen(address: string, names = 0): Promise<void> {
    const load = lazy.get(address.replace(/\?.*/, ''));
    if (typeof load !== 'function') throw new Error('No such screen');
    const { element } = (await load()) as { element: ReactNode };
    const [path, search = ''] = address.split('?');
    await expectIsolated(element, `${path}?company=1&${search}`, names);
  }
  it.each(screens)('at %s', showScreen);

  it('in the shell', () => expectIsolated(<Shell />, '/?company=1', 1));

  it('in the menus of the shell', async () => {
    await expectIsolated(<Shell />, '/?company=1', 1);
    const buttons = screen.getAllByRole('button', { name: new RegExp(WORD) });
    // The company and the user.
    expect(buttons).toHaveLength(2);
    for (const button of buttons) {
      const before = shownNames();
      fireEvent.click(button);
      await waitFor(() => expect(screen.queryAllByRole('menu')).toHaveLength(1));
      expect(shownNames()).toBeGreaterThan(before);
      expect(exposed(document.body)).toEqual([]);
      fireEvent.click(button);
      await waitFor(() => expect(screen.queryAllByRole('menu')).toHaveLength(0));
    }
  });

  it('in the palette', async () => {
    renderApp(
      <CompanyProvider>
        <Palette onClose={() => {}} />
      </CompanyProvider>,
      { route: '/?company=1' },
    );
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: WORD } });
    // A company and a user.
    await waitFor(() => expect(shownNames()).toBeGreaterThanOrEqual(3));
    expect(exposed(document.body)).toEqual([]);
  });

  it('in a response of API Testing', async () => {
    await showScreen('/api-testing?call=getIndividualsId');
    fireEvent.change(await screen.findByLabelText('Token'), { target: { value: 'pasted.jwt' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Send Request' }));
    const response = await screen.findByRole('region', { name: 'Response' });
    expect(response.textContent).toContain(WORD);
    expect(exposed(document.body)).toEqual([]);
  });

  const named = [...newDialogs, ...rowDialogs].map((dialog) => ({
    ...dialog,
    name: String(dialog.item ?? dialog.opener),
  }));
  it.each(named)('in the dialog $texts: $name', async (dialog) => {
    let names = 0;
    const answers = renamed(rowAnswers, () => nameOf(++names)) as typeof rowAnswers;
    const { queryClient } = await openDialog(dialog, answers);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    if (dialog.hasNoName) expect(shownNames()).toBe(0);
    else expect(shownNames()).toBeGreaterThan(0);
    expect(exposed(document.body)).toEqual([]);
  });
});
