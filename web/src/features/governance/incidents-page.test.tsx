import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { IncidentsPage } from './pages/incidents-page.tsx';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const incident = {
  id: 2,
  companyId: 1,
  title: 'Laptop lost',
  headings: { description: 'A laptop of the branch is missing' },
  texts: { view: 'masked', filled: ['title', 'description'], identifiers: 0 },
  awareAt: at(-52),
  occurredAt: null,
  affected: 12,
  extendedUntil: null,
  dueAt: at(20.5),
  reportedAt: null,
  status: 'open',
  createdAt: at(-52),
  updatedAt: at(-52),
};
const withheld = {
  ...incident,
  title: null,
  headings: {},
  texts: { view: 'withheld', filled: ['title', 'description'], identifiers: 0 },
};
const page = (
  <CompanyProvider>
    <IncidentsPage />
  </CompanyProvider>
);
const MANAGE = ['compliance:read', 'compliance:manage', 'notes:read'] as const;
const companies = [sampleCompany(1)];

beforeEach(() => loadTexts('governance'));

function open(
  answers: object,
  permissions: readonly (typeof MANAGE)[number][] = MANAGE,
  route = '/incidents?company=1',
) {
  startSession('t', sampleUser({ permissions: [...permissions] }));
  const calls = stubApi({ 'GET /companies': companies, ...answers });
  renderApp(page, { route });
  return calls;
}

describe('the incidents screen', () => {
  it('first shows the next due report and its missing parts, and opens it', async () => {
    open({ 'GET /incidents': [incident] });
    const next = await screen.findByRole('status', { name: 'What to do next' });
    expect(next.textContent).toMatch(/Laptop lost · 20 h \d\d min left · 5 headings are empty/);
    fireEvent.click(within(next).getByRole('button', { name: 'Open it' }));
    const panel = await screen.findByRole('complementary', { name: 'Incident' });
    expect(within(panel).getByText('A laptop of the branch is missing')).toBeTruthy();
    expect(within(panel).getAllByText('Nothing written yet')).toHaveLength(5);
    expect(within(panel).getByRole('button', { name: 'Fill in 5 headings' })).toBeTruthy();
  });

  it('shows a reader without notes:read that texts exist, without a button to change them', async () => {
    open({ 'GET /incidents': [withheld] }, ['compliance:read'], '/incidents?company=1&selected=2');
    const panel = await screen.findByRole('complementary', { name: 'Incident' });
    expect(within(panel).getByText('Incident #2')).toBeTruthy();
    expect(within(panel).getAllByText('There is a text. You need notes:read to read it.')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Add Incident' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: /Fill in|Mark as/ })).toBeNull();
  });

  it('sends only the changed fields', async () => {
    const calls = open(
      { 'GET /incidents': [incident], 'PUT /incidents/2': incident },
      MANAGE,
      '/incidents?company=1&edit=2',
    );
    fireEvent.change(await screen.findByLabelText('(v) Measures against recurrence'), {
      target: { value: 'Encrypted disks' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Incident changed')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'PUT /incidents/2')?.body).toEqual({
      headings: { remedy: 'Encrypted disks' },
    });
  });

  it('does not start with a masked text, which saving would store', async () => {
    const masked = {
      ...incident,
      headings: { description: 'Call XXXXX12345' },
      texts: { view: 'masked', filled: ['title', 'description'], identifiers: 1 },
    };
    open({ 'GET /incidents': [masked] }, MANAGE, '/incidents?company=1&edit=2');
    const field = await screen.findByLabelText('(i) Nature, extent, timing, location and likely impact');
    expect((field as HTMLTextAreaElement).value).toBe('');
  });

  it('adds an incident, and shows a validation error at its field', async () => {
    const calls = open(
      { 'GET /incidents': [], 'POST /incidents': Response.json(incident, { status: 201 }) },
      MANAGE,
      '/incidents?company=1&new=1',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
    const title = screen.getByLabelText('Title');
    await vi.waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
    expect(calls.some(({ key }) => key === 'POST /incidents')).toBe(false);
    fireEvent.change(title, { target: { value: 'Laptop lost' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Incident added. The period for its report has started.')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'POST /incidents')?.body).toMatchObject({
      companyId: 1,
      title: 'Laptop lost',
    });
  });

  it('shows the server’s reason at the named field', async () => {
    const refusal = {
      message: 'Must not be in the future',
      errors: [{ path: 'awareAt', message: 'Must not be in the future' }],
    };
    open(
      { 'GET /incidents': [], 'POST /incidents': problem(400, refusal) },
      MANAGE,
      '/incidents?company=1&new=1',
    );
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'X' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Must not be in the future')).toBeTruthy();
    expect(screen.getByLabelText('Company aware since').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the next step without incidents', async () => {
    open({ 'GET /incidents': [] });
    expect(await screen.findByText('No incident is entered')).toBeTruthy();
  });

  it('offers Retry if the list cannot be loaded', async () => {
    open({ 'GET /incidents': problem(503, { message: 'Away', requestId: 'r-1' }) });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByText('r-1')).toBeTruthy();
  });
});
