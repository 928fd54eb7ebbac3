import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/use-session.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { EnrolStep } from '../components/enrol-step.tsx';
import { Entrance } from '../components/entrance.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { LoginForm, type LoginStep } from '../components/login-form.tsx';
import { SecondStep } from '../components/second-step.tsx';

/**
 * The login with its second step, or with `?forgot=1` the way to a new password; the rest of the address stays, and
 * appears after the login. Where a session has ended, its user is named. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { get, set } = useUrlState();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  const [step, setStep] = useState<LoginStep>();
  if (get('forgot')) {
    return (
      <Entrance title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
        <ForgotForm email={email} onBack={() => set({ forgot: null })} />
      </Entrance>
    );
  }
  if (step) {
    const isEnrolment = step.lacks.kind === 'factor_enrolment';
    const back = () => {
      setEmail(step.email);
      setStep(undefined);
    };
    return (
      <Entrance
        title={t(isEnrolment ? 'step.enrolTitle' : 'step.title')}
        subtitle={t(isEnrolment ? 'step.enrolSubtitle' : 'step.subtitle')}
      >
        {isEnrolment ? (
          <EnrolStep token={step.token} onBack={back} />
        ) : (
          <SecondStep token={step.token} factors={step.lacks.factors} onBack={back} />
        )}
      </Entrance>
    );
  }
  const forgot = (typed: string) => {
    setEmail(typed);
    set({ forgot: '1' }, { push: true });
  };
  return (
    <Entrance title={t('login.title')} subtitle={t(user ? 'login.again' : 'login.subtitle')}>
      <LoginForm email={email} onForgot={forgot} onStep={setStep} />
    </Entrance>
  );
}
