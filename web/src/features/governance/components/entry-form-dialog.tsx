import { Problem } from '@pii-vault/contract/problem';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { isSameClock } from '../../../i18n/format.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { bodyOf, controlValues, type FieldSpec, type FormValues } from '../rules/form-values.ts';
import { EntryField } from './entry-field.tsx';

interface EntryFormDialogProps<Schema extends z.ZodType> {
  title: string;
  description?: string;
  submit: string;
  done: string;
  /** Prefix of the labels: `<noun>.field.<name>`, and `<noun>.help.<name>` where there is one. */
  noun: string;
  specs: readonly FieldSpec[];
  /** The contract's schema of the request. */
  schema: Schema;
  /** The first values, times as ISO; of an entry that is changed, only what differs is sent. */
  initial: FormValues;
  isChange: boolean;
  isDanger?: boolean;
  /** Makes the request of the flat keys. */
  shape?: (flat: Record<string, unknown>) => Record<string, unknown>;
  save: (body: z.output<Schema>) => Promise<unknown>;
  onClose: () => void;
}

/** The form of a register's entry: every key of the contract, validated by its schema, errors at their field. */
export function EntryFormDialog<Schema extends z.ZodType>(props: EntryFormDialogProps<Schema>) {
  const { specs, schema, isChange, noun, onClose, shape = (flat) => flat } = props;
  // Values and version when the form was opened: a refetched list changes neither.
  const [{ initial: entry, save }] = useState(props);
  const [zone] = useState(useCompanyZone());
  const [initial] = useState(() => controlValues(specs, entry, zone));
  const send = useSend(save, onClose);
  const { t, i18n } = useTranslation('governance');
  const before = isChange ? initial : undefined;
  const judge = (values: FormValues) => schema.safeParse(shape(bodyOf(specs, values, before, zone)));
  const resolver: Resolver<FormValues> = (values) => {
    const judged = judge(values);
    if (judged.success) return { values, errors: {} };
    const errors = judged.error.issues.map(({ path, message }) => {
      const name = nameIn(specs, path);
      const isBlank = (values[name] ?? '').length === 0;
      return [name, { type: 'contract', message: isBlank ? t('form.required') : message }];
    });
    return { values: {}, errors: Object.fromEntries(errors) };
  };
  const form = useForm<FormValues>({ resolver, defaultValues: initial });
  const { isDirty, isSubmitting } = form.formState;

  const failed = (error: unknown, isOpen: boolean) => {
    const message = messageOf(error, t('failed'));
    const [path] = error instanceof Problem ? error.fieldErrors.keys() : [];
    const name = path === undefined ? undefined : nameIn(specs, path.split('.'));
    if (isOpen && name) form.setError(name, { message }, { shouldFocus: true });
    else notify.error(t('error'), message, { error });
  };
  const submit = form.handleSubmit((values) => {
    const judged = judge(values);
    return judged.success ? send(judged.data, { done: () => notify.success(props.done), failed }) : undefined;
  });

  const zoneHelp = isSameClock(zone, Date.now()) ? [] : [t('form.zone', { zone: zone.replaceAll('_', ' ') })];
  const helpOf = ({ name, kind }: FieldSpec) => {
    const key = `${noun}.help.${name}`;
    const texts = i18n.exists(key, { ns: 'governance' }) ? [t(key)] : [];
    return [...texts, ...(kind === 'time' ? zoneHelp : [])].join(' ') || undefined;
  };
  return (
    <FormDialog
      title={props.title}
      {...(props.description ? { description: props.description } : {})}
      isDirty={isDirty}
      isWide
      onClose={onClose}
      onSubmit={submit}
      submit={props.submit}
      pending={isSubmitting}
      disabled={isChange && !isDirty}
      isDanger={props.isDanger}
    >
      {specs.map((spec) => (
        <EntryField
          key={spec.name}
          spec={spec}
          form={form}
          label={t(`${noun}.field.${spec.name}`)}
          help={helpOf(spec)}
        />
      ))}
    </FormDialog>
  );
}

/** The control for a path of the request: the last named part that is a control. */
function nameIn(specs: readonly FieldSpec[], path: readonly PropertyKey[]): string {
  const names = path.map(String).reverse();
  return names.find((name) => specs.some((spec) => spec.name === name)) ?? specs[0]?.name ?? '';
}
