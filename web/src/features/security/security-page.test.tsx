import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { SecurityPage } from './pages/security-page.tsx';
import { sampleAttempt, samplePattern, sampleProbe, securityApi } from './testing/samples.ts';

const THREATS = 'GET /security/threats';
const BLOCK = 'POST /security/blocked-ips';
const quiet = { blockedIps: [], patterns: [], probes: [], unansweredServices: [] };
const attacked = { ...quiet, blockedIps: [], patterns: [samplePattern()] };
const block = {
  id: 3,
  ipAddress: '198.51.100.4',
  reason: 'Spraying',
  blockedUntil: '2099-01-01T00:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
};

beforeAll(async () => {
  await loadTexts('security');
  await loadTexts('charts');
});
beforeEach(() => startSession('t', sampleUser({ permissions: ['security:read', 'access:manage'] })));

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('SecurityPage', () => {
  it('refuses users without the permission with the text of the specification, and makes no request', async () => {
    startSession('t', sampleUser({ role: 'pii_view', permissions: ['pii:read'] }));
    const calls = stubApi(securityApi);
    renderApp(<SecurityPage />);
    const denied = 'Access denied. You need admin privileges to view security dashboard.';
    expect(await screen.findByText(denied)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('shows the six figures, and requests them for another range', async () => {
    const calls = stubApi(securityApi);
    const { router } = renderApp(<SecurityPage />);
    expect(await screen.findByText('1,240')).toBeTruthy();
    for (const label of [
      'Total Attempts',
      'Successful Logins',
      'Failed Attempts',
      'Blocked Attempts',
      'Unique IPs',
    ])
      expect(screen.getByText(label)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '30d' }));
    await waitFor(() => expect(calls.filter(({ url }) => url.search.includes('hours=720'))).toHaveLength(4));
    expect(router.state.location.search).toBe('?hours=720');
  });

  it('shows a dash instead of 0 for figures that could not be loaded', async () => {
    stubApi({
      ...securityApi,
      'GET /security/login-statistics': problem.bind(null, 503, { status: 503, message: 'Away' }),
    });
    renderApp(<SecurityPage />);
    expect(await screen.findAllByText('–')).not.toHaveLength(0);
    const card = screen.getByText('Total Attempts').parentElement as HTMLElement;
    expect(within(card).queryByText('0')).toBeNull();
  });

  it('shows the attempts over time as a chart, readable by keyboard, and as a table', async () => {
    stubApi(securityApi);
    renderApp(<SecurityPage />);
    const chart = await screen.findByRole('slider', { name: /Attempts over time. Success 620, Failed 500/ });
    fireEvent.keyDown(chart, { key: 'End' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/: Success 20 · Failed 400 · Blocked 120$/);
    press('Attempts over time: Show as table');
    const table = await screen.findByRole('table', { name: 'Attempts over time' });
    expect(within(table).getByText('400')).toBeTruthy();
  });

  it('shows a high-risk attempt as Blocked, with its level and reasons', async () => {
    stubApi(securityApi);
    renderApp(<SecurityPage />);
    const table = await screen.findByRole('table', { name: 'High-Risk Attempts' });
    expect(await within(table).findByText('Blocked')).toBeTruthy();
    expect(within(table).getByText('95 High')).toBeTruthy();
    expect(within(table).getByText('Refused by its risk')).toBeTruthy();
  });

  it('shows that there is no attack', async () => {
    stubApi(securityApi);
    renderApp(<SecurityPage />);
    expect(await screen.findByText('No pattern of attack in the last 24 hours.')).toBeTruthy();
  });

  it('names the attack and blocks its address for a day', async () => {
    const calls = stubApi({ ...securityApi, [THREATS]: attacked, [BLOCK]: block });
    renderApp(<SecurityPage />);
    expect(
      await screen.findByText(/1 pattern of attack in the last 24 hours: Password spraying/),
    ).toBeTruthy();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Block 203.0.113.7' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Block an address' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Block address' }));
    await waitFor(() => expect(calls.some(({ key }) => key === BLOCK)).toBe(true));
    const sent = calls.find(({ key }) => key === BLOCK)?.body as { blockedUntil: string };
    expect(sent).toMatchObject({ ipAddress: '203.0.113.7', reason: 'Password spraying', confirm: false });
    expect(Date.parse(sent.blockedUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(screen.getByText('203.0.113.7 is blocked')).toBeTruthy();
  });

  it('asks again before it blocks the user’s address', async () => {
    const answers = [problem(409, { status: 409, reason: 'LOCKS_OUT', message: 'x' }), Response.json(block)];
    const calls = stubApi({ ...securityApi, [THREATS]: attacked, [BLOCK]: () => answers.shift() });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    await screen.findByRole('heading', { name: 'Password spraying' });
    press('Block');
    const dialog = await screen.findByRole('dialog', { name: 'Block an address' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Block address' }));
    const anyway = await within(dialog).findByRole('button', { name: 'Block my own address' });
    expect(
      within(dialog).getByText('This block would include your own address. You would lose access.'),
    ).toBeTruthy();
    fireEvent.click(anyway);
    await waitFor(() =>
      expect(
        calls.filter(({ key }) => key === BLOCK).map(({ body }) => (body as { confirm: boolean }).confirm),
      ).toEqual([false, true]),
    );
  });

  it('shows a threat of an unknown kind with all its facts', async () => {
    const unknown = {
      ...samplePattern(),
      kind: 'queue_flood',
      messages: 512,
      evidence: [{ topic: 'vault.audit' }],
    };
    stubApi({ ...securityApi, [THREATS]: { ...quiet, blockedIps: [], patterns: [unknown] } });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByRole('heading', { name: 'Queue flood' })).toBeTruthy();
    expect(screen.getByText('512')).toBeTruthy();
    expect(screen.getByText('vault.audit')).toBeTruthy();
  });

  it('names a credential that probes the matching, and unblocks it after a confirmation', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['security:read', 'company:manage'] }));
    const calls = stubApi({
      ...securityApi,
      [THREATS]: { ...quiet, probes: [sampleProbe()], unansweredServices: ['audit', 'vault'] },
      'POST /security/probes/3/lift': { success: true },
    });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText('1 credential probes the matching and is stopped.')).toBeTruthy();
    expect(
      screen.getByText('Not everything is known. No answer about: the audit trail, personal data.'),
    ).toBeTruthy();
    expect(screen.getByText('client:pv_4f0c')).toBeTruthy();
    expect(screen.getByText('24 of 20 allowed')).toBeTruthy();
    press('End the stop');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'End the stop' }));
    await waitFor(() => expect(calls.some(({ key }) => key === 'POST /security/probes/3/lift')).toBe(true));
  });

  it('names an import alarm, which blocks nothing, and closes it after a confirmation', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['security:read', 'company:manage'] }));
    const probe = sampleProbe({ credential: 'import:5', reason: 'imports', events: 240, budget: 200 });
    const calls = stubApi({
      ...securityApi,
      [THREATS]: { ...quiet, probes: [probe] },
      'POST /security/probes/3/lift': { success: true },
    });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText(/1 alarm: imports or a new agreement made many links/)).toBeTruthy();
    expect(screen.getByText('Links, corrections or erasures by imports')).toBeTruthy();
    expect(screen.queryByText('Stopped')).toBeNull();
    press('Mark as looked at');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Mark as looked at' }));
    await waitFor(() => expect(calls.some(({ key }) => key === 'POST /security/probes/3/lift')).toBe(true));
  });

  it('does not let a reader of a company unblock a credential', async () => {
    const companies = [
      { id: 1, name: 'Saral Bank', role: 'pii_view', permissions: [] },
      { id: 2, name: 'Arogya Health', role: 'admin', permissions: ['security:read', 'company:manage'] },
    ];
    const permissions = ['security:read', 'company:manage'];
    startSession('t', sampleUser({ role: 'admin', companies, permissions }));
    stubApi({ ...securityApi, [THREATS]: { ...quiet, probes: [sampleProbe()] } });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText('client:pv_4f0c')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End the stop' })).toBeNull();
  });

  it('hides the probing credential from the other company, which cannot unblock it', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['security:read', 'company:manage'] }));
    stubApi({ ...securityApi, [THREATS]: { ...quiet, probes: [sampleProbe({ credential: null })] } });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText('Known to the other company')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End the stop' })).toBeNull();
  });

  it('lists blocked addresses with their end, and unblocks them after a confirmation', async () => {
    const calls = stubApi({
      ...securityApi,
      [THREATS]: { ...quiet, blockedIps: [block], patterns: [] },
      'DELETE /security/blocked-ips': { success: true },
    });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText(/2099/)).toBeTruthy();
    press('Unblock');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Unblock address' }));
    await waitFor(() => expect(calls.at(-1)?.key).toBe(THREATS));
    expect(calls.find(({ key }) => key.startsWith('DELETE'))?.body).toEqual({ ipAddress: '198.51.100.4' });
  });

  it('offers a company administrator no block, and names the role that can block', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['security:read'] }));
    stubApi({ ...securityApi, [THREATS]: attacked });
    renderApp(<SecurityPage />, { route: '/?tab=threats' });
    expect(await screen.findByText('Only a super admin can block an address.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Block/ })).toBeNull();
    expect(screen.queryByText('Blocked IPs')).toBeNull();
  });

  it('does not offer to block the vault’s machine', async () => {
    stubApi({
      ...securityApi,
      'GET /security/high-risk-attempts': [sampleAttempt({ ipAddress: '127.0.0.1' })],
    });
    renderApp(<SecurityPage />);
    const label = "This is the vault's own machine, which cannot be blocked.";
    expect((await screen.findByRole('button', { name: label })).hasAttribute('disabled')).toBe(true);
  });
});
