import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVaultProcess, type VaultProcess } from '../tests/running-vault/vault-process.ts';
import { scaleCalls } from './scale-calls.ts';
import { measureLists } from './scale-lists.ts';
import { prepareWorld, type World } from './world/prepare-world.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '10000,1000000' },
    only: { type: 'string', default: 'lists,calls' },
    // A folder that is kept, so that the next run need not fill it; by default a temporary one.
    folder: { type: 'string' },
    // Print plans of slow calls, all calls or none.
    plans: { type: 'string', default: 'late' },
    match: { type: 'string', default: '' },
  },
});
const sizes = options.people.split(',').map(Number);
const isWanted = (part: 'lists' | 'calls') => options.only.split(',').includes(part);
// The search budget per caller must not limit the benchmark.
const env = { VAULT_SEARCHES_PER_MINUTE: '10000000' };

/** Runs `work` with one vault per size, and stops them. */
async function inWorlds<T>(
  folder: string,
  sizes: readonly number[],
  work: (worlds: readonly { readonly vault: VaultProcess; readonly world: World }[]) => Promise<T>,
): Promise<T> {
  const vaults: VaultProcess[] = [];
  const worlds: { vault: VaultProcess; world: World }[] = [];
  try {
    for (const people of sizes) {
      const vault = await startVaultProcess({ folder: join(folder, String(people)), env });
      vaults.push(vault);
      worlds.push({ vault, world: await prepareWorld(vault, people) });
    }
    return await work(worlds);
  } finally {
    for (const vault of vaults) await vault.stop();
  }
}

const folder =
  options.folder === undefined ? await mkdtemp(join(tmpdir(), 'pii-vault-')) : resolve(options.folder);
try {
  if (isWanted('lists')) {
    const { plans } = options;
    const match = new RegExp(options.match);
    const inTime = await inWorlds(folder, [Math.max(...sizes)], async ([largest]) =>
      largest === undefined ? false : measureLists(largest.vault, largest.world, { plans, match }),
    );
    if (!inTime) process.exitCode = 1;
  }
  if (isWanted('calls') && !(await inWorlds(folder, sizes, scaleCalls))) process.exitCode = 1;
} finally {
  if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
}
