/** Where a database is. `host` may be the folder of a Unix socket. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** TLS; certificates are verified against `ca` (PEM), or the system's authorities when it is absent. */
  readonly tls?: { readonly ca?: string };
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** The two logins of a service: requests, and relay with jobs and consumers. */
export interface ServiceLogins {
  readonly app: Login;
  readonly system: Login;
}

/** Where a service's schema is and how its two roles log in. */
export interface ServiceDatabase {
  readonly address: DatabaseAddress;
  readonly logins: ServiceLogins;
}

/** Settings of a pg client or pool for one login. */
export function connectionSettings(address: DatabaseAddress, login: Login, applicationName: string) {
  return {
    host: address.host,
    port: address.port,
    database: address.database,
    user: login.user,
    password: login.password,
    application_name: applicationName,
    keepAlive: true,
    ...(address.tls === undefined ? {} : { ssl: { ca: address.tls.ca, rejectUnauthorized: true } }),
  };
}
