import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDebug, readEnvironment } from '../../environment/environments.ts';
import * as page from '../../routing/reload-page.ts';
import { renderApp } from '../../testing/render.tsx';
import { EnvironmentSwitcher } from './environment-switcher.tsx';

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

describe('the stored environment', () => {
  it.each([
    [null, 'development', true],
    ['staging', 'development', true],
    ['testing', 'testing', true],
    ['production', 'production', false],
  ])('%s is %s', (stored, environment, debug) => {
    if (stored !== null) localStorage.setItem('preferred_environment', stored);
    expect([readEnvironment(), isDebug()]).toEqual([environment, debug]);
  });
});
