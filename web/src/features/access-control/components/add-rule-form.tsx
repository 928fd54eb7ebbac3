import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { accessDomainSchema, accessIpSchema } from '@pii-vault/contract/access-control/access-control-schema';
import { Plus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import type { RuleKind } from '../rule-change.ts';
import { useRuleChange } from './use-rule-change.tsx';

/** Schemas of the contract for one rule. The server validates the address or domain itself. */
const schemas = {
  ip: z.object({ rule: accessIpSchema.shape.ip }),
  domain: z.object({ rule: accessDomainSchema.shape.domain }),
} as const satisfies Readonly<Record<RuleKind, z.ZodType>>;

/** Adds a rule. Blank or invalid input shows 'Invalid Input'. */
export function AddRuleForm({ kind }: { kind: RuleKind }) {
  const { t } = useTranslation('access-control');
  const { change, isPending, lockOutDialog } = useRuleChange();
  const form = useForm({ resolver: zodResolver(schemas[kind]), defaultValues: { rule: '' } });

  const reject = (message: string | undefined) => notify.error(t('invalid'), inReaderLanguage(message ?? ''));
  const submit = form.handleSubmit(
    ({ rule }) =>
      change(
        { kind, action: 'add', rule },
        {
          onDone: () => form.reset(),
          onInvalid: (message) => {
            form.setError('rule', { message }, { shouldFocus: true });
            reject(message);
          },
        },
      ),
    (errors) => reject(errors.rule?.message),
  );

  return (
    <Box px="4" py="3" borderBottomWidth="1px" data-print="hide">
      <Form onSubmit={submit}>
        <Field
          label={t(`${kind}.label`)}
          help={t(`${kind}.help`)}
          error={form.formState.errors.rule?.message}
        >
          {(control) => (
            <Flex gap="2">
              <Input
                {...control}
                {...form.register('rule')}
                flex="1"
                minWidth="0"
                placeholder={t(`${kind}.placeholder`)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Button type="submit" icon={Plus} pending={isPending}>
                {t(isPending ? 'adding' : `${kind}.add.submit`)}
              </Button>
            </Flex>
          )}
        </Field>
      </Form>
      {lockOutDialog}
    </Box>
  );
}
