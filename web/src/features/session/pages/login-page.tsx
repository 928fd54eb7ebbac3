import type { SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { type ReactNode, Suspense, startTransition, useState } from 'react';
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
const NewPasswordStep = latePart(
  async () => (await import('../components/new-password-step.tsx')).NewPasswordStep,
);
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
  // The form stays until the code of the next step is loaded.
  const goOn = (next: LoginStep) => startTransition(() => setStep(next));
  if (get('forgot')) {
    return (
      <Entrance title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
        <ForgotForm email={email} onBack={() => set({ forgot: null })} />
      </Entrance>
    );
  }
  if (step) {
    const back = () => {
      setEmail(step.email);
      setStep(undefined);
    };
    const { token, password, lacks } = step;
    const next = (lack: SessionLack) => goOn({ ...step, lacks: lack });
    const steps: Record<SessionLack['kind'], ReactNode> = {
      second_factor: <SecondStep token={token} factors={lacks.factors} onStep={next} onBack={back} />,
      new_password: <NewPasswordStep token={token} password={password} onStep={next} onBack={back} />,
      factor_enrolment: <EnrolStep token={token} onBack={back} />,
    };
    return (
      <Entrance title={t(`step.title.${lacks.kind}`)} subtitle={t(`step.subtitle.${lacks.kind}`)}>
        {steps[lacks.kind]}
      </Entrance>
    );
  }
  const forgot = (typed: string) => {
    setEmail(typed);
    set({ forgot: '1' }, { push: true });
  };
  return (
    <Entrance title={t('login.title')} subtitle={t(user ? 'login.again' : 'login.subtitle')}>
      <LoginForm email={email} onForgot={forgot} onStep={goOn} />
    </Entrance>
  );
}
