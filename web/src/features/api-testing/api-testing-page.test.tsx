import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { press, type } from '../../testing/acts.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
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

const open = (call: string, answers: object = {}) =>
  showScreen(`/api-testing?company=1&call=${call}`, { 'GET /openapi.json': sampleDocument, ...answers });
const send = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send Request' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};
const tokenIn = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('authorization');

describe('API Testing', () => {
  it('lists and searches the calls of the document', async () => {
    await open('');
    expect(await screen.findByText('Available endpoints (4)')).toBeTruthy();
    await type('Search calls...', 'put person');
    expect(await screen.findByText('Available endpoints (1)')).toBeTruthy();
  });

  it('says that the list could not be loaded', async () => {
    await open('', { 'GET /openapi.json': problem(503, { status: 503 }) });
    expect(await screen.findByText('The list of calls could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('marks headings and summaries of the document as English', async () => {
    await open('getPerson');
    await screen.findByText('Token Required');
    const shown = [...screen.getAllByText('One person'), ...screen.getAllByRole('heading', { level: 3 })];
    expect(shown.length).toBeGreaterThan(2);
    for (const text of shown) expect(text.lang, text.textContent).toBe('en');
  });

  it('generates a demo token for the selected company', async () => {
    const { sent } = await open('getPerson');
    expect(await screen.findByText('Token Required')).toBeTruthy();
    await press('Generate Demo Token');
    expect(await screen.findByText('Demo JWT token has been generated successfully')).toBeTruthy();
    expect(sent('GET /auth/demo-token')[0]?.url.search).toBe('?companyId=1');
    expect(screen.queryByText('Token Required')).toBeNull();
    expect(screen.getByText('Copy Token')).toBeTruthy();
  });

  it('reports a failed demo token', async () => {
    await open('', { 'GET /auth/demo-token': problem(500, { status: 500 }) });
    await press('Generate Demo Token');
    expect(await screen.findByText('Failed to generate demo token')).toBeTruthy();
  });

  it('sends the typed token, but no credential of the session', async () => {
    const { sent } = await open('getPerson', { 'GET /individuals/48213': { id: 48213 } });
    await type('Token', 'pasted.jwt');
    await send();
    expect(await screen.findByText('GET /individuals/{id} completed successfully')).toBeTruthy();
    const [call] = sent('GET /individuals/48213');
    expect(call?.url.search).toBe('?companyId=1');
    expect(call?.init.credentials).toBe('omit');
    expect(call && tokenIn(call)).toBe('Bearer pasted.jwt');
    const response = screen.getByRole('region', { name: 'Response' });
    expect(response.textContent).toBe('{\n  "id": 48213\n}');
    expect(screen.getByText('content-type')).toBeTruthy();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('pasted.jwt');
  });

  it('sends no token with a public call', async () => {
    const { sent } = await open('setupStatus');
    await type('Token', 'pasted.jwt');
    await send();
    await screen.findByText('GET /auth/setup-status completed successfully');
    expect(sent('GET /auth/setup-status').map(tokenIn)).toEqual([null]);
  });

  it('sends the typed JSON of a POST', async () => {
    const { sent } = await open('createPerson');
    const body = await screen.findByLabelText<HTMLTextAreaElement>('Request body as JSON');
    expect(JSON.parse(body.value)).toEqual({ companyId: 1, kind: 'new' });
    fireEvent.change(body, { target: { value: '{"kind": "old", "wrong": 1}' } });
    expect(await screen.findByText('companyId is required')).toBeTruthy();
    expect(screen.getByText('wrong is not a field of this call')).toBeTruthy();
    await send();
    await waitFor(() => expect(sent('POST /individuals')[0]?.body).toEqual({ kind: 'old', wrong: 1 }));
  });

  it('offers a PUT only as code samples, without the typed token', async () => {
    await open('putPerson');
    expect(await screen.findByText(/^A request body is sent for POST only/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Request' }).disabled).toBe(true);
    expect(screen.getByRole('region', { name: 'curl' }).textContent).toMatch(/^curl .* -X PUT/);
    fireEvent.click(screen.getByRole('tab', { name: 'Python' }));
    await type('Token', 'pasted.jwt');
    const python = screen.getByRole('region', { name: 'Python' }).textContent;
    expect(python).toContain('"name": "Asha"');
    expect(python).not.toContain('pasted.jwt');
  });

  const cut = () => {
    throw new TypeError('Failed to fetch');
  };
  it.each([
    ['API Error', problem(403, { message: 'pii:read is missing' }), 'pii:read is missing'],
    ['API Error', new Response('', { status: 502 }), 'Request failed'],
    ['Request Failed', cut, 'TypeError: Failed to fetch'],
  ])('shows the answer of the server: %s (%#)', async (title, answer, text) => {
    await open('getPerson', { 'GET /individuals/48213': answer });
    await send();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });
});
