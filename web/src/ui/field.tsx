import { Box } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { inReaderLanguage } from '../i18n/messages.ts';

export interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  'aria-required'?: true;
}

interface FieldProps {
  label: string;
  /** The contract's English message; it is shown below the control in the user's language and announced. */
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/**
 * Label, control and message wired together: `<Field label=… error=…>{(control) => <Input {...control} …/>}</Field>`.
 */
export function Field({ label, error, help, required, children }: FieldProps) {
  const id = useId();
  const describedBy = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <Box display="grid" gap="1.5" alignContent="start">
      <label htmlFor={id}>
        <Box as="span" textStyle="label" fontSize="body">
          {label}
        </Box>
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(required ? { 'aria-required': true as const } : {}),
      })}
      {error ? (
        <Box id={`${id}-error`} role="alert" textStyle="small" color="error">
          {inReaderLanguage(error)}
        </Box>
      ) : null}
      {help ? (
        <Box id={`${id}-help`} textStyle="small" color="ink.2">
          {help}
        </Box>
      ) : null}
    </Box>
  );
}
