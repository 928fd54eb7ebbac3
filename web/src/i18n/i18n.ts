import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import appEn from '../app/locales/en.json';
import erasureEn from '../erasure/locales/en.json';
import auditEn from '../features/audit/locales/en.json';
import dashboardEn from '../features/dashboard/locales/en.json';
import liveSessionsEn from '../live-sessions/locales/en.json';
import piiEn from '../pii/locales/en.json';
import chartsEn from '../ui/charts/locales/en.json';
import uiEn from '../ui/locales/en.json';
import { loadMessages } from './messages.ts';

const KEY = 'language';
const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/**
 * `../features/<namespace>/locales/<language>.json`, and the same for app, ui, ui/charts, pii, erasure and
 * live-sessions.
 */
const files = import.meta.glob<{ default: Record<string, unknown> }>([
  '../features/*/locales/*.json',
  '!../features/audit/locales/en.json',
  '!../features/dashboard/locales/en.json',
  '../ui/charts/locales/hi.json',
  '../pii/locales/hi.json',
  '../erasure/locales/hi.json',
  '../live-sessions/locales/hi.json',
  '../app/locales/hi.json',
  '../ui/locales/hi.json',
]);

/**
 * English of the shell, of the first screen, of the trail, whose actions it names, and of parts that features share,
 * each of which is too small for a separate file.
 */
const FIRST = {
  app: appEn,
  audit: auditEn,
  dashboard: dashboardEn,
  ui: uiEn,
  charts: chartsEn,
  erasure: erasureEn,
  'live-sessions': liveSessionsEn,
  pii: piiEn,
};

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = Object.entries(files).find(([path]) =>
      path.endsWith(`/${namespace}/locales/${language}.json`),
    );
    if (!load) done(new Error(`No ${language} texts for ${namespace}`), false);
    else
      load[1]().then(
        (file) => done(null, file.default),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
      );
  },
};

/** The language that the user chose on this device. */
export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'hi' ? 'hi' : 'en';
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await loadMessages(language);
  await i18next.changeLanguage(language);
}

/** English of shell and shared parts is in the first load; everything else arrives with its screen. */
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
      resources: { en: FIRST },
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
