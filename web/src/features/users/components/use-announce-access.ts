import { useTranslation } from 'react-i18next';
import { LONG_TOAST_MS, notify } from '../../../ui/notify.tsx';

interface NewAccess {
  title: string;
  email: string;
  temporaryPassword: string | undefined;
  mail: 'sent' | 'failed' | 'none';
}

/** Shows a generated password once, and whether the e-mail was sent, for 10 s. */
export function useAnnounceAccess(): (access: NewAccess) => void {
  const { t } = useTranslation('users');
  return ({ title, email, temporaryPassword, mail }) => {
    const password = temporaryPassword ? t('access.password') : '';
    const sentence = [t(`access.mail.${mail}`, { email }), password].filter(Boolean).join(' ');
    notify[mail === 'failed' ? 'info' : 'success'](title, sentence, {
      durationMs: LONG_TOAST_MS,
      secret: temporaryPassword ? { value: temporaryPassword, copyLabel: t('access.copy') } : undefined,
    });
  };
}
