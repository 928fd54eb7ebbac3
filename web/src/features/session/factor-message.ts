import type { TFunction } from 'i18next';
import { messageOf } from '../../client/message-of.ts';
import { isCancelled, isKnown } from '../../session/passkey.ts';

/** Message for a second factor that was refused. */
export function factorMessage(error: unknown, t: TFunction<'session'>): string {
  if (isCancelled(error)) return t('factors.cancelled');
  if (isKnown(error)) return t('factors.known');
  return messageOf(error, t('factors.failed'));
}
