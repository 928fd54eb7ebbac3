import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../ui/combobox.tsx';
import { Muted } from '../ui/muted.tsx';
import { useCompanyPurposes, usePurposeOptions } from './company-purposes.ts';

interface PurposePickerProps extends Omit<ComponentProps<typeof Combobox>, 'options'> {
  companyId: number;
}

/**
 * A purpose of the company's register. Another one may be typed and is marked. Accepts the result of `register()`; the
 * mark follows the input, also when the form sets its value.
 */
export function PurposePicker({ companyId, onChange, ...rest }: PurposePickerProps) {
  const options = usePurposeOptions(companyId);
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? ''));
  return (
    <>
      <Combobox
        placeholder="kyc"
        {...rest}
        options={options}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      <Unregistered companyId={companyId} purpose={String(rest.value ?? typed)} />
    </>
  );
}

/** A note below a purpose that the register does not have. */
export function Unregistered({ companyId, purpose }: { companyId: number; purpose: string }) {
  const { t } = useTranslation('pii');
  const isKnown = useIsRegistered(companyId);
  if (isKnown(purpose) !== false) return null;
  return (
    <Muted role="status" textStyle="small">
      {t('consent.unregistered')}
    </Muted>
  );
}

/** Whether the register has a purpose; undefined while it is not known, and for text that is no purpose. */
export function useIsRegistered(companyId: number): (purpose: string) => boolean | undefined {
  const { data } = useCompanyPurposes(companyId);
  return (purpose) => {
    const slug = canonicalPurpose(purpose);
    if (data === undefined || !purposeSchema.safeParse(slug).success) return undefined;
    return data.some((one) => one.purpose === slug);
  };
}
