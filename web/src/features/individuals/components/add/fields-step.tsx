import { Box, Flex, Grid } from '@chakra-ui/react';
import type { FieldType } from '@pii-vault/contract/scalars';
import { CircleCheck } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { maskValue } from '../../../../pii/mask-value.ts';
import { Field } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Input, TextArea } from '../../../../ui/input.tsx';
import { findingOf, readDay } from '../../rules/field-checks.ts';
import { fieldOrder } from '../../rules/field-order.ts';
import { filledTypes, type RecordForm } from '../../rules/record-form.ts';

const examples: Readonly<Partial<Record<FieldType, string>>> = {
  aadhaar: '0000 0000 0000',
  pan: 'AAAPA0000A',
  phone: '+91 98000 00000',
  dob: 'yyyy-mm-dd',
};

interface FieldsStepProps {
  problem: string;
  /** Masked values of the person who is corrected, by type. */
  stored: ReadonlyMap<FieldType, string>;
  /** The field to begin with. */
  first: string;
}

/** One control per field type, validated while typing; with the stored, masked value of a person who is corrected. */
export function FieldsStep({ problem, stored, first }: FieldsStepProps) {
  const { t } = useTranslation('individuals');
  return (
    <Box display="grid" gap="4">
      <Box color="ink.2">{t(stored.size > 0 ? 'correct.hint' : 'add.fieldsHint')}</Box>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        {fieldOrder.map((type) => (
          <ValueField key={type} type={type} stored={stored.get(type)} isFirst={type === first} />
        ))}
      </Grid>
      {problem ? <NoFields problem={problem} /> : null}
    </Box>
  );
}

/** The message disappears once a field is filled. */
function NoFields({ problem }: { problem: string }) {
  const { control } = useFormContext<RecordForm>();
  if (filledTypes(useWatch({ control, name: 'fields' })).length > 0) return null;
  return (
    <Box role="alert" color="error">
      {problem}
    </Box>
  );
}

interface ValueFieldProps {
  type: FieldType;
  /** Default: the name of the type. */
  label?: string;
  stored: string | undefined;
  isFirst: boolean;
}

/** The control of one value. */
export function ValueField({ type, label, stored, isFirst }: ValueFieldProps) {
  const { t } = useTranslation('individuals');
  const { register, formState, control } = useFormContext<RecordForm>();
  const value = useWatch({ control, name: `fields.${type}` });
  const error = formState.errors.fields?.[type]?.message;
  const isGood = value.trim() !== '' && !error && findingOf(type, value) === undefined;
  const shared = {
    ...register(`fields.${type}`),
    placeholder: examples[type],
    autoComplete: 'off',
    spellCheck: false,
    autoFocus: isFirst,
  };
  return (
    <Box gridColumn={type === 'address' ? { sm: 'span 2' } : undefined}>
      <Field
        label={label ?? t(`field.${type}`)}
        error={error}
        help={
          isGood ? (
            <Accepted type={type} value={value} />
          ) : stored === undefined ? null : (
            t('correct.stored', { mask: stored })
          )
        }
      >
        {(input) =>
          type === 'address' ? <TextArea {...input} {...shared} /> : <Input {...input} {...shared} />
        }
      </Field>
    </Box>
  );
}

/** The mask that is shown without a purpose. */
function Accepted({ type, value }: { type: FieldType; value: string }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const day = type === 'dob' ? readDay(value) : undefined;
  return (
    <Flex as="span" gap="1.5" align="center">
      <Box as="span" color="success" display="inline-flex">
        <Icon as={CircleCheck} size={14} />
      </Box>
      {day
        ? `${t(day.isAmbiguous ? 'add.readDayFirst' : 'add.readAs', { date: format.longDay(day.iso) })} `
        : null}
      {t('add.shownAs', { mask: maskValue(type, value) })}
    </Flex>
  );
}
