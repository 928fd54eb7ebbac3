import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, loadTexts, readLanguage, startI18n } from './i18n.ts';
import { inReaderLanguage } from './messages.ts';

type Done = (error: Error | null, texts?: object) => void;

/** Replaces the fetch of some namespaces in all languages. */
function stubTexts(answers: Record<string, (language: string, done: Done) => void>): void {
  const backend = i18next.services.backendConnector.backend as { read: (...parts: unknown[]) => void };
  const read = backend.read.bind(backend);
  vi.spyOn(backend, 'read').mockImplementation((language, namespace, done) => {
    const answer = answers[String(namespace)];
    return answer ? answer(String(language), done as Done) : read(language, namespace, done);
  });
}

const HINDI = /\p{Script=Devanagari}/u;
/** A sentence of the contract. */
const SENTENCE = 'A reason is required';

it('starts in English if Hindi cannot be fetched, and keeps the choice', async () => {
  vi.doMock('./hi/first.ts', () => {
    throw new TypeError('Failed to fetch');
  });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem('language', 'hi');
  await startI18n();
  expect(i18next.language).toBe('en');
  expect(i18next.t('shell.menu', { ns: 'app' })).not.toMatch(HINDI);
  expect(readLanguage()).toBe('hi');
  expect(logged).toHaveBeenCalledOnce();
  vi.doUnmock('./hi/first.ts');
});

it('rejects if texts cannot be fetched, and fetches them later', async () => {
  await expect(loadTexts('nowhere')).rejects.toThrow('Failed to fetch the texts of nowhere');
  stubTexts({ nowhere: (_, done) => done(null, { title: 'Here' }) });
  await loadTexts('nowhere');
  expect(i18next.t('title', { ns: 'nowhere' })).toBe('Here');
  i18next.removeResourceBundle('en', 'nowhere');
});

describe('the choice of a language', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await chooseLanguage('en');
  });

  it('changes nothing if texts cannot be fetched', async () => {
    await loadTexts('webhooks');
    stubTexts({ webhooks: (_, done) => done(new Error('offline')) });
    await expect(chooseLanguage('hi')).rejects.toThrow('Failed to fetch the texts of');
    expect(i18next.language).toBe('en');
    expect(readLanguage()).toBe('en');
    expect(inReaderLanguage(SENTENCE)).toBe(SENTENCE);
  });

  it('needs the texts of a screen that is opened meanwhile', async () => {
    await loadTexts('compliance');
    stubTexts({
      opened: (language, done) => (language === 'en' ? done(null, {}) : done(new Error('offline'))),
      compliance: (_, done) => loadTexts('opened').then(() => done(null, {})),
    });
    await expect(chooseLanguage('hi')).rejects.toThrow('Failed to fetch the texts of opened');
    expect(i18next.language).toBe('en');
    i18next.removeResourceBundle('en', 'opened');
  });

  it.each([
    ['fetched', null],
    ['not fetched', new Error('offline')],
  ])('ends with the last one, when the texts of an earlier one are %s', async (_, error) => {
    await loadTexts('governance');
    i18next.removeResourceBundle('hi', 'governance');
    const answered = Promise.withResolvers<void>();
    stubTexts({
      governance: (_language, done) => answered.promise.then(() => done(error, error ? undefined : {})),
    });
    const early = chooseLanguage('hi');
    await chooseLanguage('en');
    answered.resolve();
    await early;
    expect([i18next.language, readLanguage()]).toEqual(['en', 'en']);
    expect(inReaderLanguage(SENTENCE)).toBe(SENTENCE);
  });

  it('reports a failure once if the same language was chosen twice', async () => {
    await loadTexts('lineage');
    const answered = Promise.withResolvers<void>();
    stubTexts({ lineage: (_, done) => answered.promise.then(() => done(new Error('offline'))) });
    const early = chooseLanguage('hi');
    await chooseLanguage('en');
    const late = expect(chooseLanguage('hi')).rejects.toThrow('Failed to fetch the texts of lineage');
    answered.resolve();
    await Promise.all([early, late]);
    expect(i18next.language).toBe('en');
  });

  it('shows the texts of all that is loaded', async () => {
    await loadTexts('imports');
    await chooseLanguage('hi');
    expect(i18next.t('error', { ns: 'imports' })).toMatch(HINDI);
    expect(i18next.t('shell.menu', { ns: 'app' })).toMatch(HINDI);
    expect(inReaderLanguage(SENTENCE)).toMatch(HINDI);
    expect(readLanguage()).toBe('hi');
  });
});
