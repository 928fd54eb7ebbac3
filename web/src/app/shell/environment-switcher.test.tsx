import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { environmentConfig, readEnvironment } from '../../environment/environments.ts';
import * as page from '../../routing/reload-page.ts';
import { exampleOf } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { stubApi } from '../../testing/stub-api.ts';
import { EnvironmentSwitcher } from './environment-switcher.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

async function choose(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /Development/ }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name }));
}

describe('EnvironmentSwitcher', () => {
  it('stores the choice, confirms it and reloads after a second', async () => {
    const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
    renderApp(<EnvironmentSwitcher />);
    await choose('Production');
    expect(await screen.findByText('Environment Changed')).toBeTruthy();
    expect(screen.getByText('Switched to Production environment. Reloading...')).toBeTruthy();
    expect(localStorage.getItem('preferred_environment')).toBe('production');
    expect(reload).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reports a failed change', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderApp(<EnvironmentSwitcher />);
    await choose('Testing');
    expect(await screen.findByText('Failed to change environment')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Development/ })).toBeTruthy();
  });
});

it('the footer reads the state of the deployment again every 30 seconds', async () => {
  const calls = stubApi({ 'GET /environment/status': exampleOf('GET /environment/status') });
  renderApp(<SidebarFooter />);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(28_000));
  expect(calls).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(calls).toHaveLength(2);
});

describe('the stored environment', () => {
  it.each([
    [null, 'development', true, 'dev'],
    ['staging', 'development', true, 'dev'],
    ['testing', 'testing', true, 'test'],
    ['production', 'production', false, 'prod'],
  ])('%s is %s', (stored, environment, isOn, suffix) => {
    if (stored !== null) localStorage.setItem('preferred_environment', stored);
    const flags = { debug: isOn, debugTools: isOn, suffix };
    expect([readEnvironment(), environmentConfig()]).toEqual([environment, flags]);
  });

  it.each([
    [null, 'Development', '-dev'],
    ['testing', 'Testing', '-test'],
    ['production', 'Production', '-prod'],
  ])('%s gives the footer its badge, version and notes', async (stored, name, suffix) => {
    if (stored !== null) localStorage.setItem('preferred_environment', stored);
    const status = { ...exampleOf('GET /environment/status'), environment: 'production' };
    stubApi({ 'GET /environment/status': status });
    renderApp(<SidebarFooter />);
    expect(await screen.findByText(`v2026.11.21-0800${suffix}`)).toBeTruthy();
    // The badge, which is in the button of the switcher.
    expect(screen.getByText(name)).toBeTruthy();
    expect(screen.queryByText('Debug Mode') !== null).toBe(stored !== 'production');
    expect(screen.queryByText('Deployment: Production') !== null).toBe(stored !== 'production');
  });
});
