import { Suspense, startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../../routing/late-part.tsx';
import { useSession } from '../../../session/use-session.ts';
import { Loading } from '../../../ui/loading.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Entrance } from '../components/entrance.tsx';
import { LoginForm, type LoginStep } from '../components/login-form.tsx';

// Most logins need none of these.
const ForgotForm = latePart(async () => (await import('../components/forgot-form.tsx')).ForgotForm);
const EnrolStep = latePart(async () => (await import('../components/enrol-step.tsx')).EnrolStep);
const SecondStep = latePart(async () => (await import('../components/second-step.tsx')).SecondStep);

/**
 * The login with its second step, or with `?forgot=1` the password reset. The URL stays and its screen is shown after
 * the login. After an expired session the user is prefilled.
 */
export const LoginPage = () => (
  <Suspense fallback={<Loading />}>
    <LoginSteps />
  </Suspense>
);

function LoginSteps() {
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
  // The form stays until the code of the next step is loaded.
  const goOn = (next: LoginStep) => startTransition(() => setStep(next));
  return (
    <Entrance title={t('login.title')} subtitle={t(user ? 'login.again' : 'login.subtitle')}>
      <LoginForm email={email} onForgot={forgot} onStep={goOn} />
    </Entrance>
  );
}
