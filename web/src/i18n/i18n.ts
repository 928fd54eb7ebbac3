import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { first } from './en/first.ts';
import { loadMessages } from './messages.ts';

const KEY = 'language';
const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];
type Texts = Record<string, unknown>;

/** Texts that arrive with their screen: `../features/<namespace>/locales/<language>.json`. */
const files = import.meta.glob<{ default: Texts }>([
  '../features/*/locales/*.json',
  '!../features/{audit,dashboard}/locales/*.json',
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

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await loadMessages(language);
  await i18next.changeLanguage(language);
}

/** The first load has the English of `first`; everything else arrives with its screen. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await loadMessages(readLanguage());
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: readLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages,
      ns: ['app', 'ui'],
      defaultNS: 'app',
      resources: { en: first },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/**
 * Loads a feature's texts with its code, so that a screen never shows keys. i18next remembers a failed load without an
 * error, so it is asked again. @throws TypeError when the texts cannot be fetched
 */
export async function loadTexts(namespace: string): Promise<void> {
  const isLoaded = () => i18next.hasResourceBundle(i18next.language, namespace);
  await i18next.loadNamespaces(namespace);
  if (!isLoaded()) await i18next.reloadResources(i18next.language, namespace);
  if (!isLoaded()) throw new TypeError(`Failed to fetch the texts of ${namespace}`);
}
