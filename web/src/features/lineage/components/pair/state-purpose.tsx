import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeOptions } from '../../../../i18n/field-name.ts';
import { COMMON_PURPOSES } from '../../../../pii/common-purposes.ts';
import { Button } from '../../../../ui/button.tsx';
import { Combobox } from '../../../../ui/combobox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';

const SLUG = /^[a-z0-9_-]{1,50}$/;

/** Asks what the levels of a pair are read for. A purpose is the user's statement, so nothing is filled in. */
export function StatePurpose({ onState }: { onState: (purpose: string) => void }) {
  const { t } = useTranslation('lineage');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <Form
      mt="3"
      onSubmit={(event) => {
        event.preventDefault();
        const purpose = typed.trim();
        if (!SLUG.test(purpose)) return setProblem(t('purpose.form'));
        setProblem('');
        onState(purpose);
      }}
    >
      <Field label={t('purpose.label')} error={problem}>
        {(control) => (
          <Combobox
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            options={purposeOptions(COMMON_PURPOSES)}
          />
        )}
      </Field>
      <Button type="submit" mt="2">
        {t('purpose.submit')}
      </Button>
    </Form>
  );
}
