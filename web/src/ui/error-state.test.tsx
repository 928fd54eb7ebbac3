import { Problem } from '@pii-vault/contract/problem';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { ErrorState } from './error-state.tsx';

const problem = (status: number) =>
  new Problem(status, JSON.stringify({ message: `status ${status}`, requestId: 'req-7' }));

describe('ErrorState', () => {
  it.each([
    [404, false],
    [403, false],
    [410, false],
    [429, true],
    [503, true],
  ])('of %i offers Retry: %s', (status, expected) => {
    renderApp(<ErrorState error={problem(status)} onRetry={() => {}} />);
    expect(screen.queryByRole('button', { name: 'Retry' }) !== null).toBe(expected);
    expect(screen.getByText('req-7')).toBeTruthy();
  });

  it.each([
    ['a proxy', new Problem(502, '<html>Bad Gateway</html>')],
    ['a page in place of data', new SyntaxError('Unexpected token <')],
  ])('reports a server error for the answer of %s', (_, error) => {
    renderApp(<ErrorState error={error} />);
    expect(screen.getByText('Server error. Please try again.')).toBeTruthy();
  });

  it('reports a network error', () => {
    renderApp(<ErrorState error={new TypeError('Failed to fetch')} onRetry={() => {}} />);
    expect(screen.getByText('Network error. Please try again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
