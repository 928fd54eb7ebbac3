import { Box, Flex } from '@chakra-ui/react';
import { canonicalPurpose, type FieldType, purposeSchema } from '@pii-vault/contract/scalars';
import { ShieldX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { useRevealBudget } from '../../queries.ts';
import { approvalPath } from '../../rules/addresses.ts';
import { type CompanyFieldGroup, type ConsentedPurpose, purposesOf } from '../../rules/purposes.ts';

/** Value of the option for typed text. Purposes are slugs, so none can equal it. */
const OTHER = '*';

const isPurpose = (text: string): boolean => purposeSchema.safeParse(text).success;

interface PurposeDialogProps {
  group: CompanyFieldGroup;
  individual: string;
  fieldTypes: readonly FieldType[];
  /** Resolves to the refusals if no value was revealed, else to {}. */
  onReveal: (purpose: string) => Promise<Readonly<Partial<Record<FieldType, string>>>>;
  onClose: () => void;
}

/** Asks for the purpose: one of the person's consent purposes, or a typed one. */
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
              <PurposePicker
                {...control}
                companyId={group.companyId}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblem('');
                }}
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

const WARNS_AT = 0.8;

interface BudgetLeftProps {
  companyId: number;
  /** The purpose chosen in the dialog; '' for none. */
  purpose: string;
}

/**
 * People that the user may still reveal today; from 80 % used, with a link to request an approval. Renders nothing
 * until loaded.
 */
function BudgetLeft({ companyId, purpose }: BudgetLeftProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useRevealBudget(companyId, purpose === '' ? undefined : purpose);
  if (!data) return null;
  const tight =
    data.bulk !== null && data.bulk.limit - data.bulk.used < data.people.limit - data.people.used
      ? data.bulk
      : data.people;
  const isWarned = tight.used >= tight.limit * WARNS_AT;
  return (
    <Box textStyle="small" color={isWarned ? 'warning' : 'ink.2'} role={isWarned ? 'status' : undefined}>
      {t('budget.left', {
        n: format.number(Math.max(0, tight.limit - tight.used)),
        limit: format.number(tight.limit),
      })}
      {data.approved > 0 ? ` ${t('budget.approved', { n: format.number(data.approved) })}` : null}
      {isWarned ? (
        <>
          {' '}
          <Link to={approvalPath(companyId, purpose)}>{t('budget.ask')}</Link>
        </>
      ) : null}
    </Box>
  );
}

interface RefusalNoteProps {
  purpose: string;
  /** UPPER_SNAKE reasons of the vault. */
  reasons: readonly string[];
  what: string;
  offered: readonly ConsentedPurpose[];
}

/** Why nothing was revealed for the purpose, and which purposes the consent covers. */
function RefusalNote({ purpose, reasons, what, offered }: RefusalNoteProps) {
  const { t } = useTranslation('individuals');
  const live = offered.filter((one) => one.covers.length > 0).map((one) => purposeName(one.purpose));
  return (
    <Flex role="alert" gap="2.5" p="3" bg="error.soft" borderRadius="control">
      <Box color="error" mt="0.5">
        <Icon as={ShieldX} />
      </Box>
      <Box minWidth="0">
        <Box textStyle="strong" color="error">
          {t('refusal.title')}
        </Box>
        {reasons.map((reason) => (
          <Box key={reason}>
            {t(`refusal.${reason}`, {
              purpose: purposeName(purpose),
              what,
              defaultValue: t('refusal.unknown', { reason }),
            })}
          </Box>
        ))}
        <Box color="ink.2" mt="1">
          {live.length > 0 ? t('refusal.given', { purposes: live.join(', ') }) : t('refusal.noneLeft')}
        </Box>
      </Box>
    </Flex>
  );
}
