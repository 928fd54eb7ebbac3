/** The entry that a change is about, as it was read: a change made since is refused. */
export interface EntryVersion {
  readonly id: number;
  readonly version: number;
}
