import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import type { Register, RegisterPage, RegisterRow } from './register.ts';
import {
  type Change,
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from './register-entries.ts';
import { textsMessage } from './shown-texts.ts';

/** The calls of a register, which answer messages. */
export function registerCalls<Row extends RegisterRow, Fields extends object, Message>(
  deps: RegisterDeps,
  register: Register<Row, Fields>,
  toMessage: (entry: ShownEntry<Row>) => Message,
) {
  const create = createEntry(deps, register);
  const change = changeEntry(deps, register);
  const list = listEntries(deps, register);
  return {
    async list(ctx: Ctx, request: RegisterPage) {
      const { entries, nextCursor } = await list(ctx, request);
      return { entries: entries.map(toMessage), nextCursor };
    },
    create: async (...args: Parameters<typeof create>) => toMessage(await create(...args)),
    change: async (
      ctx: Ctx,
      { id, ifRowVersion }: { readonly id: number; readonly ifRowVersion?: number | undefined },
      toChanged: Change<Row, Fields>,
    ) => toMessage(await change(ctx, id, ifRowVersion, toChanged)),
  };
}

/** The columns of an entry as its message has them: NULL is absent. */
export function entryMessage<Row extends RegisterRow>({ row, shown }: ShownEntry<Row>) {
  return { ...withoutNulls(row), texts: textsMessage(shown), version: row.rowVersion };
}
