const DAY_MS = 86_400_000;

/** Until when data sealed now must be kept (DPDP Rules 2025, rule 8(3)), by company. */
export type RetentionFloor = (companyId: number, sealedAt: Date) => Date;

/** `byCompany` is "company:days,…"; other companies have `days`. */
export function retentionFloor(config: {
  readonly retentionFloorDays: number;
  readonly retentionFloorByCompany: string;
}): RetentionFloor {
  const own = new Map(
    config.retentionFloorByCompany.split(',').flatMap((pair) => {
      const [company, days] = pair.split(':').map(Number);
      return company === undefined || days === undefined ? [] : [[company, days] as const];
    }),
  );
  return (companyId, sealedAt) =>
    new Date(sealedAt.getTime() + (own.get(companyId) ?? config.retentionFloorDays) * DAY_MS);
}
