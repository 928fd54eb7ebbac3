import type { WaitingItem } from '@pii-vault/contract/waiting/waiting-schema';
import { useTranslation } from 'react-i18next';
import { useCompanyName } from '../company/use-companies.ts';
import { useFormat } from '../i18n/use-format.ts';

interface WaitingText {
  /** A sentence without its date. */
  text: string;
  note: string | undefined;
  /** Name of the link to the screen on which the user acts. */
  action: string;
}

/** Texts of an item; a figure of it that has no text is left out. */
export function useWaitingText(): (item: WaitingItem) => WaitingText {
  const { t, i18n } = useTranslation('waiting');
  const format = useFormat();
  const companyName = useCompanyName();
  return ({ count, companyId, title: { key, params } }) => {
    const { emptyHeadings = 0, ruleId = '', importId = 0 } = params;
    const headings = Number(emptyHeadings);
    const values = {
      count,
      n: format.number(count),
      company: companyId === null ? '' : companyName(companyId),
      rule: ruleId,
      import: importId,
    };
    const note = `item.${key}.note`;
    return {
      text: t(`item.${key}.text`, values),
      note:
        headings > 0 && i18n.exists(`${note}_other`, { ns: 'waiting' })
          ? t(note, { count: headings, headings: format.number(headings) })
          : undefined,
      action: t(`item.${key}.action`),
    };
  };
}
