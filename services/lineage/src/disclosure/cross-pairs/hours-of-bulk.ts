/**
 * Assigns events to hours with `budget` events each; each event gets the first hour with room.
 * @param used events already charged, by hour: 0 is the hour that ends now, 1 the next
 * @returns the hour of each of the `count` events, ascending
 */
export function hoursOfBulk(used: ReadonlyMap<number, number>, count: number, budget: number): number[] {
  const earliest = Array.from({ length: count }, () => 0);
  return hoursWithRoom(earliest, (hour) => budget - (used.get(hour) ?? 0));
}

/**
 * The same for a given room per hour; at least one hour must have room.
 * @param earliest the first hour allowed for each event
 * @returns the hour of each event, in the order of `earliest`
 */
export function hoursWithRoom(earliest: readonly number[], roomOf: (hour: number) => number): number[] {
  const left = new Map<number, number>();
  const roomLeft = (hour: number) => left.get(hour) ?? roomOf(hour);
  // Where the last search from this hour ended: earlier hours stay full.
  const reached = new Map<number, number>();
  return earliest.map((from) => {
    let hour = reached.get(from) ?? from;
    while (roomLeft(hour) <= 0) hour += 1;
    left.set(hour, roomLeft(hour) - 1);
    reached.set(from, hour);
    return hour;
  });
}
