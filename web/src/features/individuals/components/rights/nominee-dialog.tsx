import { Box, Flex, Grid } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Nomination,
  relationships,
  setNomineeSchema,
} from '@pii-vault/contract/principals/principals-schema';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Input } from '../../../../ui/input.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useSetNominee } from '../../queries.ts';

const MOST = 5;
const orAbsent = { setValueAs: (value: string | undefined) => (value ? value : undefined) };

interface NomineeDialogProps {
  id: number;
  companyId: number;
  onSaved: (nomination: Nomination) => void;
  onClose: () => void;
}

/**
 * Replaces the whole nomination. Stored values are masked, so the form starts empty. Without nominees it is removed.
 */
export function NomineeDialog({ id, companyId, onSaved, onClose }: NomineeDialogProps) {
  const { t } = useTranslation('individuals');
  const save = useSetNominee(id);
  const send = useSend(save.mutateAsync, onClose);
  const form = useForm({
    resolver: zodResolver(nomineeFormSchema),
    defaultValues: { companyId, nominees: [emptyNominee] },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'nominees' });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(body, {
      done: (nomination) => {
        notify.success(t(nomination.nominees.length === 0 ? 'nominee.removed' : 'nominee.saved'));
        onSaved(nomination);
      },
      failed: (error) => notify.error(t('error'), messageOf(error, t('nominee.failed')), { error }),
    }),
  );
  return (
    <FormDialog
      title={t('nominee.editTitle')}
      description={t('nominee.editText')}
      isDirty={isDirty}
      isWide
      onClose={onClose}
      onSubmit={submit}
      submit={t(fields.length === 0 ? 'nominee.takeBack' : 'nominee.save')}
      pending={save.isPending}
      isDanger={fields.length === 0}
    >
      {fields.map((field, at) => (
        <Box key={field.id} borderWidth="1px" borderRadius="control" p="3">
          <Flex justify="space-between" align="center" mb="2">
            <Box textStyle="strong">{t('nominee.number', { n: at + 1 })}</Box>
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('nominee.drop', { n: at + 1 })}
              onClick={() => remove(at)}
            />
          </Flex>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
            <Field label={t('field.name')} error={errors.nominees?.[at]?.name?.message} required>
              {(control) => (
                <Input {...control} {...form.register(`nominees.${at}.name`)} autoComplete="off" />
              )}
            </Field>
            <Field
              label={t('nominee.relationship')}
              error={errors.nominees?.[at]?.relationship?.message}
              required
            >
              {(control) => (
                <Select
                  {...control}
                  {...form.register(`nominees.${at}.relationship`)}
                  placeholder={t('nominee.choose')}
                  options={relationships.map((value) => ({ value, label: t(`nominee.relation.${value}`) }))}
                />
              )}
            </Field>
            <Field label={t('field.email')} error={errors.nominees?.[at]?.email?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register(`nominees.${at}.email`, orAbsent)}
                  type="email"
                  autoComplete="off"
                />
              )}
            </Field>
            <Field label={t('field.phone')} error={errors.nominees?.[at]?.phone?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register(`nominees.${at}.phone`, orAbsent)}
                  type="tel"
                  autoComplete="off"
                />
              )}
            </Field>
          </Grid>
        </Box>
      ))}
      {fields.length === 0 ? <Box>{t('nominee.takeBackText')}</Box> : null}
      {fields.length < MOST ? (
        <Button size="sm" icon={Plus} onClick={() => append(emptyNominee)}>
          {t('nominee.add')}
        </Button>
      ) : null}
    </FormDialog>
  );
}

const nominee = setNomineeSchema.shape.nominees.element;

/** The relationship is a legal statement: the form starts without one. */
const nomineeFormSchema = setNomineeSchema.extend({
  nominees: z.array(nominee.extend({ relationship: z.string().pipe(nominee.shape.relationship) })).max(5),
});
const emptyNominee = { name: '', relationship: '' };
