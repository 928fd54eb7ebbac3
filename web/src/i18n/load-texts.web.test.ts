import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, loadTexts, readLanguage } from './i18n.ts';

it('rejects if texts cannot be fetched, and fetches them later', async () => {
  await expect(loadTexts('nowhere')).rejects.toThrow('Failed to fetch the texts of nowhere');
  const backend: unknown = i18next.services.backendConnector.backend;
  vi.spyOn(backend as { read: (...parts: unknown[]) => void }, 'read').mockImplementation(
    (_language, _namespace, done) => (done as (error: null, texts: object) => void)(null, { title: 'Here' }),
  );
  await loadTexts('nowhere');
  expect(i18next.t('title', { ns: 'nowhere' })).toBe('Here');
  i18next.removeResourceBundle('en', 'nowhere');
});

describe('the choice of a language', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await chooseLanguage('en');
  });

  it('shows the texts of all that is loaded', async () => {
    await loadTexts('imports');
    await chooseLanguage('hi');
    expect(i18next.t('error', { ns: 'imports' })).toMatch(/\p{Script=Devanagari}/u);
    expect(i18next.t('shell.menu', { ns: 'app' })).toMatch(/\p{Script=Devanagari}/u);
    expect(readLanguage()).toBe('hi');
  });

  it('changes nothing if texts cannot be fetched', async () => {
    await loadTexts('webhooks');
    const backend: unknown = i18next.services.backendConnector.backend;
    vi.spyOn(backend as { read: (...parts: unknown[]) => void }, 'read').mockImplementation(
      (_language, _namespace, done) => (done as (error: Error) => void)(new Error('offline')),
    );
    await expect(chooseLanguage('hi')).rejects.toThrow('Failed to fetch the texts of');
    expect(i18next.language).toBe('en');
    expect(readLanguage()).toBe('en');
  });
});
