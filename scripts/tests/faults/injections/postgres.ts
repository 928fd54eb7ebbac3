import { signalIfRunning } from '../../running-vault/kill-servers.ts';
import { awaitPostgresRestart } from './await-restart.ts';
import { BOTH, type Fault } from './fault.ts';

/** Kills the server, which loses its memory; its supervisor starts it again. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  topologies: BOTH,
  async inject({ vault }) {
    await awaitPostgresRestart(vault, (pid) => signalIfRunning(pid, 'SIGKILL'));
    return 'kill -9 of the postmaster';
  },
};

/** A fast shutdown and restart: connections are closed, transactions are rolled back. */
export const postgresRestarted: Fault = {
  name: 'postgres-restarted',
  topologies: BOTH,
  async inject({ vault }) {
    await awaitPostgresRestart(vault, (pid) => signalIfRunning(pid, 'SIGINT'));
    return 'fast shutdown';
  },
};
