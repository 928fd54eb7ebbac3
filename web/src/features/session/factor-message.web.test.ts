import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { factorMessage } from './factor-message.ts';

beforeAll(() => loadTexts('session'));

const named = (name: string) => Object.assign(new Error('x'), { name });

it.each([
  ['NotAllowedError', 'The browser received no passkey. Try again.'],
  ['AbortError', 'The browser received no passkey. Try again.'],
  ['InvalidStateError', 'This device already has a passkey for this site.'],
  ['SecurityError', 'The second factor was not accepted. Try again, or sign in again.'],
])('%s of the browser: %s', (name, message) => {
  expect(factorMessage(named(name), i18next.getFixedT('en', 'session'))).toBe(message);
});
