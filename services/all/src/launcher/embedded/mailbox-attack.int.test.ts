import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from './mailbox.ts';

const LINK = 'reset-link-of-the-administrator';

let mailbox: Mailbox;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-mailbox-'));
  mailbox = await startMailbox(join(folder, 'mailbox'));
  const at = { host: '127.0.0.1', port: mailbox.smtpPort };
  const mailer = smtpMailer({ ...at, isTls: false, allowsPlain: true, from: 'PII Vault <vault@localhost>' });
  const html = `<p>${LINK}</p><script>stolen</script>`;
  await mailer.send({ to: 'admin@example.com', subject: LINK, text: LINK, html });
  mailer.close();
});
afterAll(async () => {
  await mailbox?.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends exactly these headers, like a browser or a local program. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(mailbox.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers });
    sent.on('error', reject);
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: response.headers, text: '' });
    });
    sent.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.end();
  });
}

const secretPath = () => new URL(mailbox.address).pathname;
const own = () => new URL(mailbox.address).host;
const websocket = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};
const SOCKET = 'socket.io/?EIO=4&transport=websocket';

describe('a local program without the secret', () => {
  it.each([
    '/',
    '/api/email',
    '/api/email/summary',
    '/api/config',
    '/api/healthz',
    '/mcp',
    '/index.html',
    '/socket.io/?EIO=4&transport=polling',
    '/%2e%2e/api/email',
    '//api/email',
  ])('gets nothing from %s, not even the secret', async (path) => {
    const answer = await send(path, { Accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('');
  });

  it('gets no WebSocket', async () => {
    expect((await send(`/${SOCKET}`, websocket)).status).toBe(404);
  });

  it('deletes nothing', async () => {
    expect((await send('/api/email/all', {}, 'DELETE')).status).toBe(404);
    expect((await send(`${secretPath()}api/email`)).text).toContain(LINK);
  });
});

describe('a page with the secret', () => {
  it.each([
    ['of another origin', () => ({ Origin: 'https://evil.example' }), 403],
    ['of another port of this machine', () => ({ Origin: 'http://127.0.0.1:1' }), 403],
    ['with an opaque origin', () => ({ Origin: 'null' }), 403],
    [
      'that uses fetch without CORS',
      () => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'script' }),
      403,
    ],
    ['that frames it', () => ({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'iframe' }), 403],
    ['with a rebound host name', () => ({ Host: 'evil.example', Origin: 'http://evil.example' }), 421],
  ])('%s reads nothing', async (_, headers, status) => {
    const answer = await send(`${secretPath()}api/email`, headers());
    expect(answer).toMatchObject({ status, text: '' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await send(`${secretPath()}${SOCKET}`, { ...websocket, ...headers() })).status).toBe(status);
  });
});

describe('the user', () => {
  it.each([
    ['who opens the printed address', () => ({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' })],
    ['who follows a link to it', () => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' })],
    ['by localhost', () => ({ Host: own().replace('127.0.0.1', 'localhost') })],
    ['on its own pages', () => ({ Origin: `http://${own()}`, 'Sec-Fetch-Site': 'same-origin' })],
  ])('%s sees the mails, live', async (_, headers) => {
    expect((await send(`${secretPath()}api/email`, headers())).text).toContain(LINK);
    expect((await send(`${secretPath()}${SOCKET}`, { ...websocket, ...headers() })).status).toBe(101);
  });

  it('runs no script of a mail, and sends its address to no site', async () => {
    const [{ id }] = JSON.parse((await send(`${secretPath()}api/email`)).text);
    const { headers } = await send(`${secretPath()}api/email/${id}/html`);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    const page = await send(secretPath(), { Accept: 'text/html' });
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.text).toContain(`<base href="${secretPath()}"`);
  });

  it('has a new secret at each start', async () => {
    const next = await startMailbox(join(folder, 'next'));
    expect(new URL(next.address).pathname).not.toBe(secretPath());
    expect(secretPath()).toMatch(/^\/[\w-]{22}\/$/);
    await next.stop();
  });
});
