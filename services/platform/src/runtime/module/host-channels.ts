import type { ServiceName } from '../../core/context/caller.ts';
import { unavailable } from '../../core/errors/app-error.ts';
import type { Channel } from '../../rpc/channel.ts';
import type { Dispatcher } from '../../rpc/dispatcher.ts';
import { inProcessChannel } from '../../rpc/in-process-channel.ts';

/** One channel per service: inside the process for modules that run here, else to where they run. */
export interface HostChannels {
  to(target: ServiceName): Channel;
  close(): Promise<void>;
}

export function hostChannels(
  local: ReadonlySet<ServiceName>,
  dispatcher: (service: ServiceName) => Dispatcher,
  remote: ((target: ServiceName) => Channel) | undefined,
): HostChannels {
  const channels = new Map<ServiceName, Channel>();
  const open = (target: ServiceName): Channel => {
    if (local.has(target)) return inProcessChannel(() => dispatcher(target));
    if (remote === undefined) throw notStarted(target);
    return remote(target);
  };
  return {
    to(target) {
      const channel = channels.get(target) ?? open(target);
      channels.set(target, channel);
      return channel;
    },
    async close() {
      for (const channel of channels.values()) await channel.close();
    },
  };
}

export const notStarted = (service: ServiceName) =>
  unavailable('NOT_STARTED', 'A part of the vault is not running', {
    cause: new Error(`${service} is not started`),
  });
