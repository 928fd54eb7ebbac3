import { purposeSchema } from '@pii-vault/contract/scalars';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePurposeOptions } from '../../../../pii/company-purposes.ts';
import { Button } from '../../../../ui/button.tsx';
import { Combobox } from '../../../../ui/combobox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';

interface StatePurposeProps {
  /** The company whose purposes are offered. */
  companyId: number;
  onState: (purpose: string) => void;
}

/** Asks what the levels of a pair are read for. A purpose is the user's statement, so nothing is filled in. */
export function StatePurpose({ companyId, onState }: StatePurposeProps) {
  const { t } = useTranslation('lineage');
  const purposes = usePurposeOptions(companyId);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <Form
      mt="3"
      onSubmit={(event) => {
        event.preventDefault();
        const purpose = purposeSchema.safeParse(typed);
        if (!purpose.success) return setProblem(t('purpose.form'));
        setProblem('');
        onState(purpose.data);
      }}
    >
      <Field label={t('purpose.label')} error={problem}>
        {(control) => (
          <Combobox
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            options={purposes}
          />
        )}
      </Field>
      <Button type="submit" mt="2">
        {t('purpose.submit')}
      </Button>
    </Form>
  );
}
