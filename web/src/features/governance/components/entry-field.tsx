import { Grid } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { FieldSpec, FormValues } from '../rules/form-values.ts';

interface EntryFieldProps {
  spec: FieldSpec;
  label: string;
  help?: string | undefined;
  form: UseFormReturn<FormValues>;
}

/** One control of a form, by its kind. */
export function EntryField({ spec, label, help, form }: EntryFieldProps) {
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
