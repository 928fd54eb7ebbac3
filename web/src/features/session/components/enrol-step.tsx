import { Box } from '@chakra-ui/react';
import { Fingerprint, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { factorMessage } from '../factor-message.ts';
import { stepClient, useBeginTotp } from '../queries.ts';
import { FormError } from './form-message.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpForm } from './totp-form.tsx';

interface EnrolStepProps {
  token: string;
  onBack: () => void;
}

/** First login of a role that requires a second factor: the user adds one and continues. */
export function EnrolStep({ token, onBack }: EnrolStepProps) {
  const { t } = useTranslation('session');
  const [api] = useState(() => stepClient(token));
  const [isPasskey, setPasskey] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [problem, setProblem] = useState<unknown>();
  const begin = useBeginTotp(api);
  const goOn = () =>
    api
      .call('GET /auth/session')
      .then(({ user }) => startSession(token, user))
      .catch(setProblem);
  const added = (made: readonly string[]) => (made.length > 0 ? setCodes(made) : goOn());
  const error = problem ?? begin.error;
  if (codes) return <RecoveryCodes codes={codes} onDone={goOn} />;
  if (isPasskey) return <PasskeyForm api={api} onAdded={added} />;
  if (begin.data) return <TotpForm api={api} setup={begin.data} onAdded={added} />;
  return (
    <Box display="grid" gap="3">
      <FormError message={error ? factorMessage(error, t) : undefined} />
      <Button icon={Fingerprint} variant="primary" width="full" onClick={() => setPasskey(true)}>
        {t('factors.choosePasskey')}
      </Button>
      <Button icon={Smartphone} width="full" pending={begin.isPending} onClick={() => begin.mutate()}>
        {t('factors.chooseTotp')}
      </Button>
      <Box textAlign="center">
        <Button variant="link" onClick={onBack}>
          {t('step.back')}
        </Button>
      </Box>
    </Box>
  );
}
