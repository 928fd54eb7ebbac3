import { useTranslation } from 'react-i18next';
import { LONG_TOAST_MS, notify } from '../../../ui/toaster.tsx';

/** Shows a signing secret whose dialog was closed before it came, for this once. */
export function useAnnounceSecret(): (title: string, secret: string) => void {
  const { t } = useTranslation('webhooks');
  return (title, secret) =>
    notify.success(title, t('secret.once'), {
      durationMs: LONG_TOAST_MS,
      secret: { value: secret, copyLabel: t('secret.copy') },
    });
}
