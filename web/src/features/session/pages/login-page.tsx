import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/use-session.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Entrance } from '../components/entrance.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { LoginForm } from '../components/login-form.tsx';

/** The login, or with `?forgot=1` the way to a new password; the rest of the address stays, and appears after the login.
 * Where a session has ended, its user is named. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { get, set } = useUrlState();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  if (get('forgot')) {
    return (
      <Entrance title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
        <ForgotForm email={email} onBack={() => set({ forgot: null })} />
      </Entrance>
    );
  }
  const forgot = (typed: string) => {
    setEmail(typed);
    set({ forgot: '1' }, { push: true });
  };
  return (
    <Entrance title={t('login.title')} subtitle={t(user ? 'login.again' : 'login.subtitle')}>
      <LoginForm email={email} onForgot={forgot} />
    </Entrance>
  );
}
