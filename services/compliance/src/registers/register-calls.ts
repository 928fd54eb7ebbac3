import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import type { Register, RegisterRow } from './register.ts';
import {
  type Change,
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from './register-entries.ts';
import { optionalId, type PageRequest, pageOf } from './register-page.ts';
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
    async list(ctx: Ctx, request: PageRequest) {
      const { entries, nextBeforeId } = await list(ctx, pageOf(request));
      return { entries: entries.map(toMessage), nextBeforeId: optionalId(nextBeforeId) };
    },
    create: async (...args: Parameters<typeof create>) => toMessage(await create(...args)),
    change: async (
      ctx: Ctx,
      { id, ifRowVersion }: { readonly id: bigint; readonly ifRowVersion?: bigint | undefined },
      toChanged: Change<Row, Fields>,
    ) => toMessage(await change(ctx, Number(id), optionalNumber(ifRowVersion), toChanged)),
  };
}

/** What the message of every entry has. */
export const entryMessage = ({ row, shown }: ShownEntry<RegisterRow>) => ({
  id: BigInt(row.id),
  companyId: BigInt(row.companyId),
  texts: textsMessage(shown),
  rowVersion: BigInt(row.rowVersion),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
