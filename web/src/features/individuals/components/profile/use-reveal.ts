import type { FieldType } from '@pii-vault/contract/scalars';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { isUserHere, REVEAL_MS, useHideOnLeave } from '../../../../pii/hide-on-leave.ts';
import { notify } from '../../../../ui/notify.tsx';
import { type RevealAnswer, revealFields } from '../../queries.ts';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';

const TICK_MS = 250;

interface ShownValue {
  value: string;
  /** Epoch ms. */
  hideAt: number;
}
type Shown = Readonly<Partial<Record<FieldType, ShownValue>>>;

const none: Shown = {};

/** The values still shown at `now`; the same object if none has expired. */
function stillShown(shown: Shown, now: number): Shown {
  const entries = Object.entries(shown);
  const left = entries.filter(([, one]) => one.hideAt > now);
  return left.length === entries.length ? shown : Object.fromEntries(left);
}

const without = (shown: Shown, type: FieldType): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([one]) => one !== type));

/** Warns when most of the user's daily budget is used. */
function useTellBudget() {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  return (budget: RevealAnswer['budget']): void => {
    if (!budget) return;
    const { used, limit } = budget;
    notify.info(t('budget.warning', { used: format.number(used), limit: format.number(limit) }));
  };
}

/**
 * Revealed values of a person in a company. They are stored only in this component's state, for 30 s, and removed
 * earlier when the component is unmounted, the window loses focus, or a field or its consent changes. A response that
 * arrives while the tab is hidden or unfocused is not shown. It may be in the trail anyway, like a request that a later
 * one aborts.
 */
export function useReveal(individualId: number, { companyId, fields }: CompanyFieldGroup) {
  const tellBudget = useTellBudget();
  const [shown, setShown] = useState<Shown>(none);
  const [refused, setRefused] = useState<RevealAnswer['refused']>({});
  const [now, setNow] = useState(0);
  const request = useRef<AbortController>(null);
  const isShowing = Object.keys(shown).length > 0;
  const hideAll = useCallback(() => setShown(none), []);
  useHideOnLeave(isShowing, hideAll);
  // A revealed value depends on the consent and version at that time: a change of either hides it.
  const version = JSON.stringify(fields.map((field) => [field.id, field.updatedAt, field.consentDetails]));
  const [shownVersion, setShownVersion] = useState(version);
  if (version !== shownVersion) {
    setShownVersion(version);
    setShown(none);
    setRefused({});
  }
  useEffect(() => () => request.current?.abort(), []);
  useEffect(() => {
    if (!isShowing) return;
    const timer = setInterval(() => {
      const tick = Date.now();
      setNow(tick);
      setShown((current) => stillShown(current, tick));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isShowing]);

  /** @throws Problem if the whole call is refused; the result names refused fields */
  async function reveal(fieldTypes: readonly FieldType[], purpose: string): Promise<RevealAnswer['refused']> {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const answer = await revealFields({ companyId, individualId, fieldTypes, purpose }, controller.signal);
    const at = Date.now();
    const fresh = Object.entries(answer.values).map(([type, value]) => [
      type,
      { value, hideAt: at + REVEAL_MS },
    ]);
    setNow(at);
    setRefused(answer.refused);
    tellBudget(answer.budget);
    if (isUserHere()) setShown((current) => ({ ...current, ...Object.fromEntries(fresh) }));
    return fresh.length > 0 ? {} : answer.refused;
  }

  /** The value of a field and the whole seconds until it is hidden. */
  function shownOf(type: FieldType): { value: string; secondsLeft: number } | undefined {
    const one = shown[type];
    return one && { value: one.value, secondsLeft: Math.max(0, Math.ceil((one.hideAt - now) / 1000)) };
  }

  const hide = useCallback((type: FieldType) => setShown((current) => without(current, type)), []);

  return { reveal, shownOf, refused, hide };
}
