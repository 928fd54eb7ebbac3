/** Facts about a company that other services return at each run: counts and settings, never a value. */

/** vault: the stored rows. */
export interface DataFacts {
  /** Active fields, and those whose consent lacks notice version, language or channel. */
  readonly fields: number;
  readonly fieldsWithoutProof: number;
  readonly fieldsPastRetention: number;
  /** Active though every purpose ended more than 30 days ago. */
  readonly fieldsWithoutPurpose: number;
  readonly floorDays: number;
  readonly sealed: number;
  /** Sealed, with destruction set less than a year after the sealing. */
  readonly sealedShort: number;
  readonly sealedOverdue: number;
  readonly shredded: number;
  readonly shreddedEarly: number;
  readonly shreddedUncertified: number;
}

/** vault: dates of birth found at random. */
export interface ChildrenFacts {
  readonly sampled: number;
  readonly children: number;
  readonly childrenWithoutGuardian: number;
}

/** identity: who may do what. */
export interface AccessFacts {
  readonly users: number;
  readonly staleUsers: number;
  readonly credentials: number;
  readonly staleCredentials: number;
  readonly superAdmins: number;
  readonly admins: number;
  readonly analystsWhoReveal: number;
  readonly shortestPassword: number;
  /** record | enforce */
  readonly loginRisk: string;
  readonly throttlesLogins: boolean;
  readonly attemptDays: number;
}

/** crypto: the keys of the company and where they are. */
export interface KeyFacts {
  /** software | hsm | cloud */
  readonly protection: string;
  /** online | offline | maintenance */
  readonly storeStatus: string;
  readonly activeKeys: number;
  readonly overdueKeys: number;
  readonly scheduleDays: number;
  readonly rowsOnRetired: number;
}

/** lineage, with what tenancy says of the agreements that its links name. */
export interface LinkFacts {
  readonly links: number;
  readonly agreements: number;
  /** Links that name no agreement, or one that is not in force. */
  readonly unauthorised: number;
}

/** tenancy: the addresses and domains that may use the vault. */
export interface AllowListFacts {
  readonly addresses: number;
  readonly domains: number;
}

/** audit: how the trail is kept. */
export interface TrailFacts {
  /** No login of the service may change or delete an entry. */
  readonly isAppendOnly: boolean;
  readonly entries: number;
}

/** How calls travel between services and to the console. */
export interface TransportFacts {
  /** in_process | mtls | plain */
  readonly between: string;
  /** Whether the console's address is https, or on the same machine. */
  readonly isConsoleSecure: boolean;
}

export interface RemoteFacts {
  readonly data: DataFacts;
  readonly children: ChildrenFacts;
  readonly access: AccessFacts;
  readonly keys: KeyFacts;
  readonly links: LinkFacts;
  readonly allowList: AllowListFacts;
  readonly trail: TrailFacts;
  readonly transport: TransportFacts;
}

export const REMOTE_FACT_KINDS = [
  'data',
  'children',
  'access',
  'keys',
  'links',
  'allowList',
  'trail',
  'transport',
] as const satisfies readonly (keyof RemoteFacts)[];
