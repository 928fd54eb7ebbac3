import { openApiDocument } from '@pii-vault/contract/openapi';
import { permissions } from '@pii-vault/contract/permissions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CompanyProvider } from '../company/company-provider.tsx';
import { startSession } from '../session/session-store.ts';
import { withExamples } from '../testing/examples.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { showScreen } from '../testing/screen.tsx';
import { stubApi } from '../testing/stub-api.ts';
import { Palette } from './palette/palette.tsx';
import { Shell } from './shell/shell.tsx';
import {
  closeByEscape,
  dialogAnswers,
  dialogs,
  named,
  openDialog,
  topDialog,
} from './testing/opened-dialogs.tsx';

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
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    if (typeof inner === 'string' && isUserText(key)) return [key, next()];
    return [key, OWN.has(key) ? inner : renamed(inner, next)];
  });
  return Object.fromEntries(entries);
}

/** The contract's examples with hostile names, and these answers. */
function hostile(answers: object = {}) {
  let names = 0;
  const change = (value: unknown) => renamed(value, () => nameOf(++names));
  const document = { 'GET /openapi.json': openApiDocument('/api') };
  return withExamples({ ...document, ...(change(answers) as object) }, change);
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

const own = { firstName: nameOf(1001), lastName: nameOf(1002) };

async function expectIsolated(least: number): Promise<void> {
  await waitFor(() => expect(shownNames()).toBeGreaterThanOrEqual(least));
  expect(exposed(document.body)).toEqual([]);
}

describe('a name from right to left with an override leaves the text around it in order', () => {
  /** The address of a screen, and how many names it shows. */
  const screens: readonly (readonly [address: string, names: number])[] = [
    ['/sign-in-security', 3],
    ['/', 5],
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
  it.each(screens)('at %s', async (address, names) => {
    const [path, search = ''] = address.split('?');
    await showScreen(`${path}?company=1&${search}`, hostile(), own);
    await expectIsolated(names);
  });

  async function showShell(part = <Shell />): Promise<void> {
    startSession('t', sampleUser({ permissions: [...permissions], ...own }));
    stubApi(hostile());
    renderApp(<CompanyProvider>{part}</CompanyProvider>, { route: '/?company=1' });
  }

  it('in the shell and its menus', async () => {
    await showShell();
    await expectIsolated(1);
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
    await showShell(<Palette onClose={() => {}} />);
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: WORD } });
    // A company and a user.
    await expectIsolated(3);
  });

  it('in a response of API Testing', async () => {
    await showScreen('/api-testing?company=1&call=getIndividualsId', hostile(), own);
    fireEvent.change(await screen.findByLabelText('Token'), { target: { value: 'pasted.jwt' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Send Request' }));
    const response = await screen.findByRole('region', { name: 'Response' });
    expect(response.textContent).toContain(WORD);
    expect(exposed(document.body)).toEqual([]);
  });

  it.each(named(dialogs))('in the dialog $address: $name, and Escape returns the focus', async (dialog) => {
    const { queryClient, opener } = await openDialog(dialog, hostile(dialogAnswers));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    if (dialog.hasNoName) expect(shownNames()).toBe(0);
    else expect(shownNames()).toBeGreaterThan(0);
    expect(exposed(document.body)).toEqual([]);
    await closeByEscape();
    expect(topDialog()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
