import { Box } from '@chakra-ui/react';
import { canonicalPurpose, type FieldType, purposeSchema } from '@pii-vault/contract/scalars';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Input } from '../../../../ui/input.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';
import { type ConsentedPurpose, purposesOf } from '../../rules/purposes.ts';
import { BudgetLeft } from './budget-left.tsx';
import { RefusalNote } from './refusal-note.tsx';

/** Not a slug, so no purpose can be it. */
const OTHER = '*';

const isPurpose = (text: string): boolean => purposeSchema.safeParse(text).success;

interface PurposeDialogProps {
  group: CompanyFieldGroup;
  individual: string;
  fieldTypes: readonly FieldType[];
  /** Resolves to the refusals when nothing was opened, to {} when something was. */
  onReveal: (purpose: string) => Promise<Readonly<Partial<Record<FieldType, string>>>>;
  onClose: () => void;
}

/** Asks what the values are needed for: one of the person's consent purposes, or one that is typed. */
export function PurposeDialog({ group, individual, fieldTypes, onReveal, onClose }: PurposeDialogProps) {
  const { t } = useTranslation('individuals');
  const formId = useId();
  const offered = purposesOf(group.fields.filter((field) => fieldTypes.includes(field.fieldType)));
  // A purpose is the user's statement, so nothing is preselected.
  const [choice, setChoice] = useState(offered.length === 0 ? OTHER : '');
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  const [refusal, setRefusal] = useState<{ purpose: string; reasons: readonly string[] } | null>(null);
  const send = useSend(onReveal);
  const purpose = choice === OTHER ? canonicalPurpose(typed) : choice;
  const what = fieldTypes.length === 1 ? t(`field.${fieldTypes[0]}`) : t('reveal.allFields');

  async function submit(): Promise<void> {
    if (!isPurpose(purpose)) return setProblem(t(choice === '' ? 'reveal.choose' : 'reveal.purposeForm'));
    setPending(true);
    setProblem('');
    setRefusal(null);
    await send(purpose, {
      done: (refused, isOpen) => {
        const reasons = [...new Set(Object.values(refused))];
        if (reasons.length > 0) setRefusal({ purpose, reasons });
        else if (isOpen) onClose();
      },
      failed: (error, isOpen) => {
        const message = messageOf(error, t('reveal.failed'));
        if (isOpen) setProblem(message);
        else notify.error(t('error'), message, { error });
      },
    });
    setPending(false);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('reveal.title', { what })}
      description={t('reveal.text', { individual, company: group.companyName })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {t(pending ? 'reveal.pending' : 'reveal.submit')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <RadioCards
          label={t('reveal.purpose')}
          value={choice}
          onChange={(value) => {
            setChoice(value);
            setProblem('');
          }}
          options={[
            ...offered.map((one) => ({
              value: one.purpose,
              label: purposeName(one.purpose),
              hint: t(...coverage(one, fieldTypes.length)),
            })),
            { value: OTHER, label: t('reveal.other'), hint: t('reveal.otherHint') },
          ]}
        />
        {choice === OTHER ? (
          <Field label={t('reveal.typed')} help={t('reveal.purposeHelp')}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblem('');
                }}
                placeholder="kyc"
                autoComplete="off"
                autoFocus
              />
            )}
          </Field>
        ) : null}
        <BudgetLeft companyId={group.companyId} purpose={isPurpose(purpose) ? purpose : ''} />
        {problem ? (
          <Box role="alert" color="error">
            {problem}
          </Box>
        ) : null}
        {refusal ? <RefusalNote {...refusal} what={what} offered={offered} /> : null}
      </Form>
    </Dialog>
  );
}

function coverage(one: ConsentedPurpose, asked: number): [string, { n: number; count: number }] {
  const values = { n: one.covers.length, count: asked };
  if (one.covers.length === 0) return ['reveal.ended', values];
  if (asked === 1) return ['reveal.coversOne', values];
  return [one.covers.length === asked ? 'reveal.coversAll' : 'reveal.coversSome', values];
}
