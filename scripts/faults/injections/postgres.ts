import { signalIfRunning } from '../../running-vault/kill-servers.ts';
import { postgresAnew } from './anew.ts';
import { BOTH, type Fault } from './fault.ts';

/** The server is killed with everything it had in memory; its supervisor starts it again. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  topologies: BOTH,
  async inject({ vault }) {
    await postgresAnew(vault, (pid) => signalIfRunning(pid, 'SIGKILL'));
    return 'kill -9 of the postmaster';
  },
};

/** An orderly restart, as for a change of its settings: connections are cut, transactions rolled back. */
export const postgresRestarted: Fault = {
  name: 'postgres-restarted',
  topologies: BOTH,
  async inject({ vault }) {
    await postgresAnew(vault, (pid) => signalIfRunning(pid, 'SIGINT'));
    return 'fast shutdown';
  },
};
