/** What tells a held person from another one: canonical values, absent where the person has none. */
export interface Identity {
  readonly name?: string;
  readonly dob?: string;
}

/** An identity with the version of the record that it was read from. */
export interface KnownIdentity extends Identity {
  readonly recordVersion: number;
}
