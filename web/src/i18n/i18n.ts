import { isolate } from '@pii-vault/platform/values/direction-marks';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { first } from './en/first.ts';
import { fetchDictionary, showMessagesIn } from './messages.ts';

const KEY = 'language';
const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];
type Texts = Record<string, unknown>;

/** Texts that arrive with their screen: `../features/<namespace>/locales/<language>.json`. */
const files = import.meta.glob<{ default: Texts }>([
  '../features/*/locales/*.json',
  '!../features/dashboard/locales/*.json',
]);

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchTexts(language, namespace).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

async function fetchTexts(language: string, namespace: string): Promise<Texts> {
  if (language === 'hi' && isFirst(namespace)) return (await import('./hi/first.ts')).first[namespace];
  const load = files[`../features/${namespace}/locales/${language}.json`];
  if (!load) throw new Error(`No ${language} texts for ${namespace}`);
  return (await load()).default;
}

const isFirst = (namespace: string): namespace is keyof typeof first => namespace in first;

/** The language that the user chose on this device. */
export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'hi' ? 'hi' : 'en';
}

/** Number of choices so far: an earlier choice whose texts arrive later is ignored. */
let choices = 0;

/**
 * Fetches the texts of all loaded namespaces, then changes the language.
 * @throws TypeError if they cannot be fetched and no later choice was made; the language stays
 */
export async function chooseLanguage(language: Language): Promise<void> {
  choices += 1;
  const choice = choices;
  const fetched = await fetchLoaded(language).catch((error: unknown) => ({ error }));
  if (choice !== choices) return;
  if ('error' in fetched) throw fetched.error;
  localStorage.setItem(KEY, language);
  showMessagesIn(fetched.dictionary);
  await i18next.changeLanguage(language);
}

async function fetchLoaded(language: Language) {
  const dictionary = await fetchDictionary(language);
  // A screen opened meanwhile has loaded further namespaces.
  while (missingIn(language, loadedNamespaces()).length > 0) await fetchInto(language, loadedNamespaces());
  return { dictionary };
}

/**
 * The first load has the English of `first`; everything else arrives with its screen. Hindi needs no English fallback:
 * texts.web.test.ts requires the same keys in both. If Hindi cannot be fetched, the page starts in English; the choice
 * stays stored for the next start.
 */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = await firstLanguage();
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: languages,
      ns: Object.keys(first),
      defaultNS: 'app',
      // A copy, because i18next adds what it loads to it.
      resources: { en: { ...first } },
      partialBundledLanguages: true,
      // React escapes HTML. `isolate` prevents a right-to-left value from reordering the sentence around it.
      interpolation: { escapeValue: true, escape: isolate },
      react: { useSuspense: true },
    });
}

async function firstLanguage(): Promise<Language> {
  const language = readLanguage();
  try {
    showMessagesIn(await fetchDictionary(language));
    return language;
  } catch (error) {
    console.error('texts could not be fetched', error);
    return 'en';
  }
}

/**
 * Loads a feature's texts with its code, so that a screen never shows keys.
 * @throws TypeError when the texts cannot be fetched
 */
export async function loadTexts(namespace: string): Promise<void> {
  await i18next.loadNamespaces(namespace);
  await fetchInto(i18next.language, [namespace]);
}

/** i18next does not report a failed load and does not retry it, so missing namespaces are reloaded. */
async function fetchInto(language: string, namespaces: readonly string[]): Promise<void> {
  if (missingIn(language, namespaces).length === 0) return;
  await i18next.reloadResources(language, missingIn(language, namespaces));
  const missing = missingIn(language, namespaces);
  if (missing.length > 0) throw new TypeError(`Failed to fetch the texts of ${missing.join(', ')}`);
}

const missingIn = (language: string, namespaces: readonly string[]): string[] =>
  namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));

const loadedNamespaces = (): string[] => Object.keys(i18next.getDataByLanguage(i18next.language) ?? {});
