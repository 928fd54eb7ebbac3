import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { NotFound } from './router.tsx';

it('has the title and texts of the specification', () => {
  renderApp(<NotFound />, { route: '/nowhere' });
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
  expect(document.title).toBe('404 Page Not Found · PII Vault');
});
