import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { loadTexts } from './i18n.ts';

it('rejects if texts cannot be fetched, and fetches them later', async () => {
  await expect(loadTexts('nowhere')).rejects.toThrow('Failed to fetch the texts of nowhere');
  const backend: unknown = i18next.services.backendConnector.backend;
  vi.spyOn(backend as { read: (...parts: unknown[]) => void }, 'read').mockImplementation(
    (_language, _namespace, done) => (done as (error: null, texts: object) => void)(null, { title: 'Here' }),
  );
  await loadTexts('nowhere');
  expect(i18next.t('title', { ns: 'nowhere' })).toBe('Here');
});
