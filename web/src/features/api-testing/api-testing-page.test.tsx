import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { ApiTestingPage } from './pages/api-testing-page.tsx';
import { sampleDocument } from './testing/sample-document.ts';

// CodeMirror measures text, which jsdom does not support.
vi.mock('./components/json-editor.tsx', () => ({
  JsonEditor: (props: { label: string; value: string; onChange: (value: string) => void }) => (
    <textarea
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
}));

const answers = {
  'GET /companies': [sampleCompany(7, { name: 'Asha Bank' })],
  'GET /openapi.json': sampleDocument,
  'GET /auth/demo-token': { token: 'demo.jwt', companyId: 7, usage: 'Authorization: Bearer demo.jwt' },
};
const page = (
  <CompanyProvider>
    <ApiTestingPage />
  </CompanyProvider>
);
const open = (call = '') => renderApp(page, { route: `/api-testing?company=7${call && `&call=${call}`}` });
async function press(name: string): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}
const pasteToken = async (token: string) =>
  fireEvent.change(await screen.findByLabelText('Token'), { target: { value: token } });

beforeAll(() => loadTexts('api-testing'));
beforeEach(() => startSession('session.jwt', sampleUser()));

describe('ApiTestingPage', () => {
  it('lists and searches the calls of the document', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText('Available endpoints (4)')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search calls...'), { target: { value: 'put person' } });
    expect(await screen.findByText('Available endpoints (1)')).toBeTruthy();
  });

  it('marks headings and summaries of the document as English', async () => {
    stubApi(answers);
    open('getPerson');
    await screen.findByText('Token Required');
    const shown = [...screen.getAllByText('One person'), ...screen.getAllByRole('heading', { level: 3 })];
    expect(shown.length).toBeGreaterThan(2);
    for (const text of shown) expect(text.lang, text.textContent).toBe('en');
  });

  it('generates a demo token for the selected company', async () => {
    const calls = stubApi(answers);
    open('getPerson');
    expect(await screen.findByText('Token Required')).toBeTruthy();
    await press('Generate Demo Token');
    expect(await screen.findByText('Demo JWT token has been generated successfully')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'GET /auth/demo-token')?.url.search).toBe('?companyId=7');
    expect(screen.queryByText('Token Required')).toBeNull();
    expect(screen.getByText('Copy Token')).toBeTruthy();
  });

  it('reports a failed demo token', async () => {
    stubApi({ ...answers, 'GET /auth/demo-token': problem(500, { status: 500 }) });
    open();
    await press('Generate Demo Token');
    expect(await screen.findByText('Failed to generate demo token')).toBeTruthy();
  });

  it('sends the typed token, but no credential of the session', async () => {
    const calls = stubApi({ ...answers, 'GET /individuals/48213': { id: 48213 } });
    open('getPerson');
    await pasteToken('pasted.jwt');
    await press('Send Request');
    expect(await screen.findByText('GET /individuals/{id} completed successfully')).toBeTruthy();
    const sent = calls.find(({ key }) => key === 'GET /individuals/48213');
    expect(sent?.url.search).toBe('?companyId=7');
    expect(sent?.init.credentials).toBe('omit');
    expect(new Headers(sent?.init.headers).get('authorization')).toBe('Bearer pasted.jwt');
    const response = screen.getByRole('region', { name: 'Response' });
    expect(response.textContent).toBe('{\n  "id": 48213\n}');
    expect(screen.getByText('content-type')).toBeTruthy();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('pasted.jwt');
  });

  it('sends no token without input, or with a public call', async () => {
    const calls = stubApi({ ...answers, 'GET /auth/setup-status': { needsSetup: false } });
    open('setupStatus');
    await pasteToken('pasted.jwt');
    await press('Send Request');
    await screen.findByText('GET /auth/setup-status completed successfully');
    const sent = calls.find(({ key }) => key === 'GET /auth/setup-status');
    expect(new Headers(sent?.init.headers).has('authorization')).toBe(false);
  });

  it('sends the typed JSON of a POST', async () => {
    const calls = stubApi({ ...answers, 'POST /individuals': { id: 1 } });
    open('createPerson');
    const body = await screen.findByLabelText<HTMLTextAreaElement>('Request body as JSON');
    expect(JSON.parse(body.value)).toEqual({ companyId: 7, kind: 'new' });
    fireEvent.change(body, { target: { value: '{"kind": "old", "wrong": 1}' } });
    expect(await screen.findByText('companyId is required')).toBeTruthy();
    expect(screen.getByText('wrong is not known to this call')).toBeTruthy();
    await press('Send Request');
    await waitFor(() =>
      expect(calls.find(({ key }) => key === 'POST /individuals')?.body).toEqual({ kind: 'old', wrong: 1 }),
    );
  });

  it('does not send invalid JSON', async () => {
    stubApi(answers);
    open('createPerson');
    const body = await screen.findByLabelText('Request body as JSON');
    fireEvent.change(body, { target: { value: '{' } });
    expect(await screen.findByText('The body is not valid JSON yet.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Request' }).disabled).toBe(true);
  });

  it('offers a PUT only as code samples', async () => {
    stubApi(answers);
    open('putPerson');
    expect(await screen.findByText(/^Bodies are sent for POST only/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Request' }).disabled).toBe(true);
    expect(screen.getByRole('region', { name: 'curl' }).textContent).toMatch(/^curl .* -X PUT/);
    fireEvent.click(screen.getByRole('tab', { name: 'Python' }));
    const python = screen.getByRole('region', { name: 'Python' }).textContent;
    expect(python).toContain('"name": "Asha"');
    await pasteToken('pasted.jwt');
    expect(python).not.toContain('pasted.jwt');
  });

  it.each([
    [
      problem(403, { status: 403, message: 'Permission pii:read is missing' }),
      'Permission pii:read is missing',
    ],
    [new Response('', { status: 502 }), 'Request failed'],
  ])('shows the answer of the server (%#)', async (answer, text) => {
    stubApi({ ...answers, 'GET /individuals/48213': answer });
    open('getPerson');
    await press('Send Request');
    expect(await screen.findByText('API Error')).toBeTruthy();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });

  it('reports a network error', async () => {
    stubApi({
      ...answers,
      'GET /individuals/48213': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    open('getPerson');
    await press('Send Request');
    expect(await screen.findByText('Request Failed')).toBeTruthy();
    expect(screen.getByText('TypeError: Failed to fetch')).toBeTruthy();
  });

  it('explains permissions and answers', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText('Keys, rotation, key-hardware status')).toBeTruthy();
    expect(screen.getByText('401 Unauthorized')).toBeTruthy();
    expect(screen.getByText('Insufficient permissions')).toBeTruthy();
  });

  it('offers Retry without the document', async () => {
    stubApi({ ...answers, 'GET /openapi.json': problem(503, { status: 503 }) });
    open();
    expect(await screen.findByText('The list of calls could not be loaded')).toBeTruthy();
  });
});
