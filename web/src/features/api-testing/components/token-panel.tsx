import { Box, Flex } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useDemoToken } from '../queries.ts';

/** The token for the calls, generated or pasted. It is kept in memory only. */
export function TokenPanel({ token, onChange }: { token: string; onChange: (token: string) => void }) {
  const { t } = useTranslation('api-testing');
  const { company } = useSelectedCompany();
  const demo = useDemoToken();
  const generate = () =>
    demo.mutate(company?.id, {
      onSuccess: (answer) => {
        onChange(answer.token);
        notify.success(t('token.generated'), t('token.generatedText'));
      },
      onError: (error) => notify.error(t('error'), messageOf(error, t('token.failed')), { error }),
    });
  return (
    <Card title={t('token.title')} mb="4">
      <Flex gap="2" align="flex-end" wrap="wrap">
        <Box flex="1" minWidth="60">
          <Field label={t('token.label')} help={t('token.help')}>
            {(control) => (
              <PasswordInput
                {...control}
                value={token}
                onChange={(event) => onChange(event.target.value.trim())}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        </Box>
        <Flex gap="2" align="center" pb="6">
          <Button
            icon={KeyRound}
            pending={demo.isPending}
            disabled={company === undefined}
            onClick={generate}
          >
            {t(demo.isPending ? 'token.pending' : 'token.generate')}
          </Button>
          {token === '' ? null : (
            <CopyButton text={token} label={t('token.copy')} caption={t('token.copy')} />
          )}
        </Flex>
      </Flex>
    </Card>
  );
}
