import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
import { sampleAttempt, samplePattern, sampleProbe } from './testing/samples.ts';

const THREATS = 'GET /security/threats';
const BLOCK = 'POST /security/blocked-ips';
const LIFT = 'POST /security/probes/3/lift';
const quiet = { blockedIps: [], patterns: [], probes: [], unansweredServices: [] };
const attacked = { ...quiet, patterns: [samplePattern()] };
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/security-dashboard?company=1${search}`,
    {
      'GET /security/login-statistics': {
        ...exampleOf('GET /security/login-statistics'),
        totalAttempts: 1240,
      },
      'GET /security/login-timeline': [
        // The time before, for the comparison.
        { from: '2026-11-21T05:00:00.000Z', successful: 10, failed: 0, blocked: 0 },
        { from: '2026-11-21T06:00:00.000Z', successful: 200, failed: 30, blocked: 0 },
        { from: '2026-11-21T07:00:00.000Z', successful: 600, failed: 100, blocked: 0 },
        { from: '2026-11-21T08:00:00.000Z', successful: 20, failed: 400, blocked: 120 },
      ],
      [THREATS]: quiet,
      ...answers,
    },
    user,
  );
const showThreats = (threats: object, answers: object = {}, user = {}) =>
  show('&tab=threats', { [THREATS]: threats, ...answers }, user);

describe('the Security Dashboard', () => {
  it('refuses users without the permission with the text of the specification, and makes no request', async () => {
    const { calls } = await show('', {}, { role: 'pii_view', permissions: ['pii:read'] });
    const denied = 'Access denied. You need admin privileges to view security dashboard.';
    expect(await screen.findByText(denied)).toBeTruthy();
    expect(calls.filter(({ key }) => key.includes('/security'))).toEqual([]);
  });

  it('shows the six figures, and requests them for another range', async () => {
    const { router, calls } = await show();
    expect(await screen.findByText('1,240')).toBeTruthy();
    const figures = ['Total', 'Failed', 'Blocked'].map((kind) => `${kind} Attempts`);
    for (const label of [...figures, 'Successful Logins', 'Unique IPs'])
      expect(screen.getByText(label)).toBeTruthy();
    expect(await screen.findByText('No attack pattern in the last 24 hours.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '30d' }));
    await waitFor(() => expect(calls.filter(({ url }) => url.search.includes('hours=720'))).toHaveLength(3));
    expect(calls.filter(({ url }) => url.search.includes('hours=1440'))).toHaveLength(1);
    expect(router.state.location.search).toBe('?company=1&hours=720');
  });

  it('shows a dash instead of 0 for figures that could not be loaded', async () => {
    await show('', { 'GET /security/login-statistics': problem.bind(null, 503, { message: 'Away' }) });
    const figure = (await screen.findByText('Total Attempts')).nextSibling;
    await waitFor(() => expect(figure?.textContent).toBe('–'));
  });

  it('shows the attempts over time as a chart, readable by keyboard, and as a table', async () => {
    await show();
    const chart = await screen.findByRole('slider', { name: /Attempts over time. Success 620, Failed 500/ });
    fireEvent.keyDown(chart, { key: 'End' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/: Success 20 · Failed 400 · Blocked 120$/);
    const says =
      '1,240 attempts, 1,000 more than in the 24 hours before (240); 500 failed, 120 were blocked.';
    expect(screen.getByText(says)).toBeTruthy();
    await press('Attempts over time: Show as table');
    const table = await screen.findByRole('table', { name: 'Attempts over time' });
    expect(within(table).getByText('400')).toBeTruthy();
  });

  it('shows a high-risk attempt as Blocked, with its level and reasons', async () => {
    await show();
    const table = within(await screen.findByRole('table', { name: 'High-Risk Attempts' }));
    for (const text of ['Blocked', '95 High', 'Refused because of its risk'])
      expect(await table.findByText(text)).toBeTruthy();
  });

  it('does not offer to block the vault’s machine', async () => {
    await show('', { 'GET /security/high-risk-attempts': [sampleAttempt({ ipAddress: '127.0.0.1' })] });
    const label = "This is the vault's own server, which cannot be blocked.";
    expect((await screen.findByRole('button', { name: label })).hasAttribute('disabled')).toBe(true);
  });
});

describe('an attack', () => {
  it('is named, and its address is blocked for a day', async () => {
    const { sent } = await show('', { [THREATS]: attacked });
    await screen.findByText(/1 attack pattern in the last 24 hours: Password spraying/);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Block 203.0.113.7' }))[0] as HTMLElement);
    await pressIn('Block address');
    expect(await screen.findByText('203.0.113.7 is blocked')).toBeTruthy();
    const body = sent(BLOCK)[0]?.body as { blockedUntil: string };
    expect(body).toMatchObject({ ipAddress: '203.0.113.7', reason: 'Password spraying', confirm: false });
    expect(Date.parse(body.blockedUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  it('from the user’s address is blocked only after another question', async () => {
    const answers = [problem(409, { status: 409, reason: 'LOCKS_OUT', message: 'x' }), { id: 3 }];
    const { sent } = await showThreats(attacked, { [BLOCK]: () => answers.shift() });
    await screen.findByRole('heading', { name: 'Password spraying' });
    await press('Block');
    await pressIn('Block address');
    await screen.findByText('This block includes your own address. You would lose access.');
    await pressIn('Block my own address');
    const confirmed = () => sent(BLOCK).map(({ body }) => (body as { confirm: boolean }).confirm);
    await waitFor(() => expect(confirmed()).toEqual([false, true]));
  });

  it('of an unknown kind is shown with all its facts', async () => {
    const evidence = [{ topic: 'vault.audit' }];
    const unknown = { ...samplePattern(), kind: 'queue_flood', messages: 512, evidence };
    await showThreats({ ...quiet, patterns: [unknown] });
    expect(await screen.findByRole('heading', { name: 'Queue flood' })).toBeTruthy();
    for (const text of ['512', 'vault.audit']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('can be blocked only by a super admin, as others can read', async () => {
    await showThreats(attacked, {}, { role: 'admin', permissions: ['security:read'] });
    expect(await screen.findByText('Only a super admin can block an address.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull();
    expect(screen.queryByText('Blocked IPs')).toBeNull();
  });
});

describe('an alarm of the matching', () => {
  const permissions = ['security:read', 'company:manage'] as const;
  const admin = { role: 'admin', permissions } as const;
  const byImport = { credential: 'import:5', reason: 'imports', events: 240, budget: 200 } as const;

  it.each([
    [
      'a credential that probes',
      sampleProbe(),
      'Lift the stop',
      ['1 credential was stopped for probing the matching.', 'client:pv_4f0c', '24 of 20 allowed'],
    ],
    [
      'an import, which blocks nothing,',
      sampleProbe(byImport),
      'Mark as checked',
      [/1 alarm: imports or a new agreement created many links/, 'Links, corrections or erasures by imports'],
    ],
  ])('names %s, and is closed after a confirmation', async (_, probe, button, texts) => {
    const threats = { ...quiet, probes: [probe], unansweredServices: ['audit', 'vault'] };
    const { sent } = await showThreats(threats, {}, admin);
    const unknown = 'The list may be incomplete. No response about: the audit trail, personal data.';
    for (const text of [...texts, unknown]) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Stopped') !== null).toBe(button === 'Lift the stop');
    await press(button);
    await opened();
    expect(sent(LIFT)).toHaveLength(0);
    await pressIn(button);
    await waitFor(() => expect(sent(LIFT)).toHaveLength(1));
  });

  const companies = [
    { id: 1, name: 'Saral Bank', role: 'pii_view' as const, permissions: [] },
    { id: 2, name: 'Arogya Health', role: 'admin' as const, permissions: [...permissions] },
  ];
  it.each([
    ['by a reader of the company', sampleProbe(), { companies }, 'client:pv_4f0c'],
    ['by the other company', sampleProbe({ credential: null }), {}, 'Known to the other company'],
  ])('cannot be closed %s', async (_, probe, user, text) => {
    await showThreats({ ...quiet, probes: [probe] }, {}, { ...admin, ...user });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lift the stop' })).toBeNull();
  });
});
