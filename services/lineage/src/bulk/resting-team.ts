import { type BulkTeam, startBulkTeam } from './bulk-team.ts';

/** Lends a team of threads for one work at a time. */
export interface BulkTeams {
  /**
   * Does the work with a team, and keeps it for the next one if `isKept` of the result says so.
   * @throws what the work throws: its team is ended then
   */
  lend<T>(work: (team: BulkTeam) => Promise<T>, isKept: (result: T) => boolean): Promise<T>;
}

/**
 * While an import goes on passes follow each other within seconds. A thread that is started anew loads its code and has it
 * compiled again, which costs as much as the pass over some ten thousand records.
 * @param restMs after so long without work the team's memory is free again
 */
export function restingTeams(restMs = 30_000, start: () => BulkTeam = startBulkTeam): BulkTeams {
  let resting: { readonly team: BulkTeam; readonly end: NodeJS.Timeout } | undefined;
  const take = (): BulkTeam => {
    const taken = resting;
    resting = undefined;
    clearTimeout(taken?.end);
    if (taken === undefined || !taken.team.isBroken()) return taken?.team ?? start();
    void taken.team.close();
    return start();
  };
  const rest = (team: BulkTeam): void => {
    const end = setTimeout(() => {
      resting = undefined;
      void team.close();
    }, restMs).unref();
    resting = { team, end };
  };
  return {
    async lend(work, isKept) {
      const team = take();
      let keep = false;
      try {
        const result = await work(team);
        keep = resting === undefined && !team.isBroken() && isKept(result);
        return result;
      } finally {
        if (keep) rest(team);
        else await team.close();
      }
    },
  };
}
