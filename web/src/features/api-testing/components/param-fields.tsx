import { Grid } from '@chakra-ui/react';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { Endpoint } from '../rules/endpoint.ts';
import { type Schemas, typeText } from '../rules/json-schema.ts';

interface ParamFieldsProps {
  parameters: Endpoint['parameters'];
  schemas: Schemas;
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
}

/** What goes into path and query. */
export function ParamFields({ parameters, schemas, values, onChange }: ParamFieldsProps) {
  if (parameters.length === 0) return null;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
      {parameters.map(({ name, required, schema, example }) => (
        <Field key={name} label={name} help={typeText(schema, schemas)} required={required}>
          {(control) => (
            <Input
              {...control}
              value={values[name] ?? ''}
              placeholder={example === undefined ? '' : String(example)}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      ))}
    </Grid>
  );
}
