import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { z } from 'zod';
import { defineConfig } from '../../core/config/config.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import type { Database } from '../../postgres/database.ts';
import type { RpcClient } from '../../rpc/client.ts';
import { DEFAULT_TIME_ZONE, dayIn, endOfDay, isTimeZone, type ZonedDay } from '../../values/zoned-day.ts';

/** A company's zone as tenancy knows it; undefined: none was chosen. */
export interface NamedZone {
  readonly companyId: number;
  readonly timeZone: string | undefined;
}

export const zoneConfig = defineConfig('PIIVAULT', {
  /** Days of companies without a zone of their own, and of figures over several companies. */
  timeZone: z
    .string()
    .default(DEFAULT_TIME_ZONE)
    .refine(isTimeZone, 'is a name of the IANA time zone database such as Asia/Kolkata'),
});

/** Company id of the deployment's zone in company_zones. */
const DEPLOYMENT = 0;

/** How often a service copies the zones. A change takes effect within this time. */
export const ZONES_EVERY_MS = 10_000;

/**
 * The days of companies. A service copies the zones from tenancy into its company_zones, which the SQL function
 * company_day reads, and keeps them in memory. A company without a zone has the deployment's.
 */
export class CompanyZones {
  readonly deployment: string;
  #zones: ReadonlyMap<number, string> = new Map();
  #written: ReadonlyMap<number, string> | undefined;

  /** @param deployment the zone of the deployment */
  constructor(deployment: string = DEFAULT_TIME_ZONE) {
    this.deployment = deployment;
  }

  zoneOf(companyId: number): string {
    return this.#zones.get(companyId) ?? this.deployment;
  }

  /** The zone that decides which days a figure shows: of the only company, or of the deployment. */
  zoneAmong(companies: readonly number[] | 'all'): string {
    const [only, ...others] = companies === 'all' ? [] : companies;
    return only === undefined || others.length > 0 ? this.deployment : this.zoneOf(only);
  }

  /** The company's day at an instant, epoch ms. */
  dayOf(companyId: number, at: number): ZonedDay {
    return dayIn(this.zoneOf(companyId), at);
  }

  /** When a day (ISO date) of the company ends. */
  endOf(companyId: number, day: string): Date {
    return new Date(endOfDay(this.zoneOf(companyId), day));
  }

  /** Takes over the zones of all companies. A zone that this version does not know counts as none. */
  take(companies: readonly NamedZone[]): void {
    const zones = companies.flatMap(({ companyId, timeZone }) =>
      timeZone !== undefined && isTimeZone(timeZone) ? [[companyId, timeZone] as const] : [],
    );
    this.#zones = new Map(zones);
  }

  /** Takes over the zones that an earlier process copied, so that a restart does not forget them. */
  async read(db: Pick<Database, 'system'>): Promise<void> {
    const rows = await db.system((tx) =>
      tx.query<NamedZone>(
        'SELECT company_id AS "companyId", time_zone AS "timeZone" FROM company_zones WHERE company_id <> 0',
      ),
    );
    this.take(rows);
  }

  /** Copies the zones from tenancy. @param ctx the service's own, for all companies */
  async copy(
    directory: Pick<RpcClient<typeof DirectoryService>, 'companyStates'>,
    ctx: Ctx,
    db: Pick<Database, 'system'>,
  ): Promise<void> {
    const { states } = await directory.companyStates(ctx, { companyIds: [] });
    this.take(states.map(({ companyId, timeZone }) => ({ companyId, timeZone })));
    await this.write(db);
  }

  /**
   * Writes what has changed since the last call to company_zones; without names that PostgreSQL does not know, since
   * they would make every statement that counts a day fail.
   */
  async write(db: Pick<Database, 'system'>): Promise<void> {
    const zones = new Map([[DEPLOYMENT, this.deployment], ...this.#zones]);
    const changed = [...zones].filter(([id, zone]) => this.#written?.get(id) !== zone);
    if (changed.length > 0)
      await db.system((tx) =>
        tx.query(
          `INSERT INTO company_zones AS z SELECT c.* FROM unnest($1::bigint[], $2::text[]) AS c(company_id, time_zone)
           JOIN pg_timezone_names n ON n.name = c.time_zone
           ON CONFLICT (company_id) DO UPDATE SET time_zone = excluded.time_zone
           WHERE z.time_zone IS DISTINCT FROM excluded.time_zone`,
          [changed.map(([id]) => id), changed.map(([, zone]) => zone)],
        ),
      );
    this.#written = zones;
  }
}
