import { useCallback, useEffect, useRef, useState } from 'react';
import { isUserHere, REVEAL_MS, useHideOnLeave } from '../../../pii/hide-on-leave.ts';
import { rawValues } from '../queries.ts';

type Raw = ReadonlyMap<number, string>;
const none: Raw = new Map();

/** Raw values of the rows that were asked for: in this component's state for 30 s, or until the user leaves. */
export function useRawValues(companyId: number) {
  const [raw, setRaw] = useState(none);
  const request = useRef<AbortController>(null);
  const isShowing = raw.size > 0;
  const hide = useCallback(() => setRaw(none), []);
  useHideOnLeave(isShowing, hide);
  useEffect(() => () => request.current?.abort(), []);
  useEffect(() => {
    if (!isShowing) return;
    const timer = setTimeout(hide, REVEAL_MS);
    return () => clearTimeout(timer);
  }, [isShowing, hide]);

  /** @returns how many values came. @throws Problem */
  async function show(purpose: string): Promise<number> {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const values = await rawValues(companyId, purpose, controller.signal);
    if (isUserHere()) setRaw(values);
    return values.size;
  }

  return { raw, isShowing, show, hide };
}
