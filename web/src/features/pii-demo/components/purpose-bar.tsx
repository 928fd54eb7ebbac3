import { Box, Flex } from '@chakra-ui/react';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { PurposePicker } from '../../../pii/purpose-picker.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';

interface PurposeBarProps {
  companyId: number;
  total: number;
  /** Number of raw values shown. */
  shown: number;
  /** Resolves to the number of revealed values. */
  onShow: (purpose: string) => Promise<number>;
  onHide: () => void;
}

/** Asks for the purpose of the reveal. Nothing is preselected: the purpose is the user's statement. */
export function PurposeBar({ companyId, total, shown, onShow, onHide }: PurposeBarProps) {
  const { t } = useTranslation('pii-demo');
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  const purpose = canonicalPurpose(typed);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (purpose === '') return setProblem(t('purpose.required'));
    const checked = purposeSchema.safeParse(purpose);
    if (!checked.success) return setProblem(inReaderLanguage(checked.error.issues[0]?.message ?? ''));
    setProblem('');
    setPending(true);
    try {
      if ((await onShow(checked.data)) === 0)
        setProblem(t('purpose.none', { purpose: purposeName(purpose) }));
    } catch (error) {
      setProblem(messageOf(error, t('purpose.failed')));
    }
    setPending(false);
  }

  return (
    <Box px="4" py="3" borderBottomWidth="1px" data-print="hide">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Flex gap="3" align="flex-start" wrap="wrap">
          <Box width={{ base: 'full', md: 'search' }}>
            <Field label={t('purpose.label')} error={problem || undefined}>
              {(control) => (
                <PurposePicker
                  {...control}
                  companyId={companyId}
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setProblem('');
                  }}
                />
              )}
            </Field>
          </Box>
          <Flex gap="2" pt="6">
            <Button type="submit" icon={Eye} pending={isPending}>
              {t(isPending ? 'purpose.pending' : 'purpose.show')}
            </Button>
            {shown > 0 ? (
              <Button icon={EyeOff} variant="ghost" onClick={onHide}>
                {t('purpose.hide')}
              </Button>
            ) : null}
          </Flex>
        </Flex>
      </form>
      <Box role="status" textStyle="small" color="ink.2" mt="2">
        {shown > 0
          ? t('purpose.shown', { n: format.number(shown), total: format.number(total) })
          : t('purpose.text')}
      </Box>
    </Box>
  );
}
