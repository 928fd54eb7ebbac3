/** The processes that may call one another. A service token names one of them. */
export const SERVICE_NAMES = [
  'identity',
  'tenancy',
  'vault',
  'crypto',
  'lineage',
  'compliance',
  'audit',
  'gateway',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/**
 * Why a session is restricted. second_factor: the user has a factor and has not given it in this session.
 * new_password: the user signed in with a temporary password. factor_enrolment: the user's role must have a factor and
 * the user has none.
 */
export const SESSION_LACKS = ['second_factor', 'new_password', 'factor_enrolment'] as const;
export type SessionLack = (typeof SESSION_LACKS)[number];

/** A signed-in user or an API client, as a verified internal token describes it. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: number;
  readonly sessionId: string;
  /** Set when the user's API credential was used rather than a session. */
  readonly clientId: string | undefined;
  /** The user who acts on behalf of `userId` (RFC 8693 `act`), if another. */
  readonly actorUserId: number | undefined;
  /**
   * When the user last gave a proof (a factor, or the password) in this session, epoch ms; undefined for API clients
   * and delegated tokens.
   */
  readonly provenAt?: number | undefined;
  /** Creator of the API credential, or of the one that created the token, if another user than its owner. */
  readonly clientMadeBy?: number | undefined;
  /** Of an API credential: the number of the secret that was used; after a rotation the former one may be. */
  readonly clientSecretChange?: number | undefined;
  /** What the session still lacks; until then the token has no permission and few calls accept it. */
  readonly lacks?: SessionLack | undefined;
  readonly isSuperAdmin: boolean;
  /** A super_admin's permissions, which hold in every company. */
  readonly everywhere: ReadonlySet<string>;
  /** Permissions by company, for the companies of the token. */
  readonly companies: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A service that works without a user, for one company or for the system. */
export interface ServiceCaller {
  readonly kind: 'service';
  readonly service: ServiceName;
  readonly company: number | 'system';
}

export type Caller = UserCaller | ServiceCaller;
