import { Grid } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { isSameClock } from '../../../i18n/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { bodyOf, controlValues, type FieldSpec, type FormValues } from '../rules/form-values.ts';

interface EntryFormDialogProps<Schema extends z.ZodType> {
  title: string;
  description?: string;
  submit: string;
  done: string;
  /** Prefix of the texts: `<noun>.field.<name>`, and optionally `<noun>.help.<name>`. */
  noun: string;
  specs: readonly FieldSpec[];
  /** Schema of the request in the contract. */
  schema: Schema;
  /** Initial values, times as ISO 8601. For an existing entry only differences are sent. */
  initial: FormValues;
  isChange: boolean;
  isDanger?: boolean;
  /** Builds the request body from the flat keys. */
  shape?: (flat: Record<string, unknown>) => Record<string, unknown>;
  save: (body: z.output<Schema>) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a register's entry, validated by the contract's schema, with errors at their fields. */
export function EntryFormDialog<Schema extends z.ZodType>(props: EntryFormDialogProps<Schema>) {
  const { specs, schema, isChange, noun, onClose, shape = (flat) => flat } = props;
  // Keeps the values and version of the moment when the form opened; the list may be refetched meanwhile.
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

/** The control for a path of the request: the last part of the path that is a control's name. */
function nameIn(specs: readonly FieldSpec[], path: readonly PropertyKey[]): string {
  const names = path.map(String).reverse();
  return names.find((name) => specs.some((spec) => spec.name === name)) ?? specs[0]?.name ?? '';
}

interface EntryFieldProps {
  spec: FieldSpec;
  label: string;
  help?: string | undefined;
  form: UseFormReturn<FormValues>;
}

function EntryField({ spec, label, help, form }: EntryFieldProps) {
  const { t } = useTranslation('governance');
  const { name, kind, options = [], isRequired = false } = spec;
  const input = form.register(name);
  const types = { number: 'number', time: 'datetime-local', text: 'text', list: 'text' } as const;
  return (
    <Field
      label={label}
      help={spec.isHidden ? t('form.hidden') : help}
      error={form.formState.errors[name]?.message?.toString()}
      required={isRequired}
    >
      {(control) => {
        if (kind === 'area') return <TextArea {...control} {...input} rows={3} />;
        if (kind === 'select')
          return <Select {...control} {...input} options={options} placeholder={t('form.choose')} />;
        if (kind === 'checks')
          return (
            <Grid
              id={control.id}
              role="group"
              aria-label={label}
              templateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}
              gap="2"
            >
              {options.map((option) => (
                <Checkbox key={option.value} value={option.value} {...input}>
                  {option.label}
                </Checkbox>
              ))}
            </Grid>
          );
        return <Input {...control} {...input} type={types[kind]} autoComplete="off" min={0} />;
      }}
    </Field>
  );
}
