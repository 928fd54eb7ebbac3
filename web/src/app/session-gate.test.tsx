import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { Guard } from '../routing/guard.tsx';
import { endSession, startSession } from '../session/session-store.ts';
import { exampleOf } from '../testing/examples.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany, sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { NotFound } from './router.tsx';
import { SessionGate } from './session-gate.tsx';
import { Shell } from './shell/shell.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);

const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /compliance': [],
  'GET /environment/status': {
    ...exampleOf('GET /environment/status'),
    database: { name: 'pii_vault_evaluation', isTest: true },
  },
};

describe('SessionGate', () => {
  it('shows the login at the requested address', async () => {
    stubApi({});
    const { router } = renderApp(<SessionGate />, { route: '/audit?company=2' });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(router.state.location.pathname + router.state.location.search).toBe('/audit?company=2');
  });

  it.each([
    ['/audit?company=2', '/audit?company=2'],
    ['', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
  ])('leads a signed-in user from /login?next=%s to %s', (next, path) => {
    startSession('t', sampleUser());
    const { router } = renderApp(<SessionGate />, { route: `/login?next=${encodeURIComponent(next)}` });
    expect(router.state.location.pathname + router.state.location.search).toBe(path);
  });
});

describe('Shell', () => {
  it('offers the screens of the role and names the environment', async () => {
    startSession('t', sampleUser({ permissions: [] }));
    stubApi(answers);
    renderApp(<Shell />);
    expect(await screen.findByText('Software key file – evaluation only')).toBeTruthy();
    expect(screen.getByText('pii_vault_ev (TEST)')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Company Management' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Audit Trail' })).toBeNull();
  });

  it.each(['wide', 'narrow'])('shows the compliance badges once on a %s screen', async (width) => {
    if (width === 'narrow')
      vi.stubGlobal('matchMedia', (media: string) => ({
        ...{ matches: true, media, addEventListener: () => {}, removeEventListener: () => {} },
      }));
    startSession('t', sampleUser());
    stubApi(answers);
    renderApp(<Shell />);
    expect(await screen.findAllByText(/^DPDP/)).toHaveLength(1);
    expect(screen.getByRole('banner').textContent?.includes('DPDP')).toBe(width === 'wide');
  });

  it('keeps the company in its links and marks regulations without data', async () => {
    startSession('t', sampleUser());
    stubApi(answers);
    renderApp(<Shell />);
    expect(await screen.findByText('GDPR · no data')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Company Management' });
    expect(link.getAttribute('href')).toBe('/companies?company=1');
  });
});

describe('Guard', () => {
  it('shows the screen with the permission, otherwise the missing permission', () => {
    startSession('t', sampleUser({ role: 'pii_view', permissions: ['pii:read'] }));
    const { unmount } = renderApp(<Guard permission="pii:read">profile</Guard>);
    expect(screen.getByText('profile')).toBeTruthy();
    unmount();
    renderApp(<Guard permission="audit:read">trail</Guard>);
    expect(screen.queryByText('trail')).toBeNull();
    expect(screen.getByText(/needs the permission “View the audit trail”, which PII View/)).toBeTruthy();
  });
});

it('an unknown path has the title and texts of the specification', () => {
  renderApp(<NotFound />, { route: '/nowhere' });
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
  expect(document.title).toBe('404 Page Not Found · PII Vault');
});
