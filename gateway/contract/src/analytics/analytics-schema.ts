import { z } from 'zod';
import { companyQuery, defaultsTo } from '../query.ts';
import { countSchema, fieldTypeSchema, percentSchema } from '../scalars.ts';

/** Ranges of the screen, in days including today. A company counts days of its time zone; the last day is
 * today of the only company, or of the deployment (PIIVAULT_TIME_ZONE) if there are several. */
const daysSchema = z.union([z.literal(7), z.literal(30), z.literal(90)]);

const defaultDays = 30;
export const analyticsQuery = z.strictObject({
  ...companyQuery,
  days: defaultsTo(daysSchema, defaultDays),
});

const daySchema = z.iso.date();

export const analyticsSchema = z
  .object({
    days: daysSchema,
    /** The same number of days before. */
    previous: z.object({
      added: countSchema,
      erased: countSchema,
      /** Of `access.byDay`. */
      entries: countSchema,
      /** Of `reveals`. */
      people: countSchema,
      /** Of `logins`. */
      successful: countSchema,
      failed: countSchema,
      blocked: countSchema,
    }),
    totalIndividuals: countSchema,
    /** Active fields; types without fields are left out. */
    recordsByFieldType: z.array(z.object({ fieldType: fieldTypeSchema, records: countSchema })),
    /** One entry per day; `individuals` is the number at its end. */
    growth: z.array(
      z.object({ day: daySchema, added: countSchema, erased: countSchema, individuals: countSchema }),
    ),
    quality: z.object({
      /** Means with one decimal; null without individuals. */
      average: percentSchema.nullable(),
      averageCompleteness: percentSchema.nullable(),
      /** Ten buckets; `to` is inclusive. */
      histogram: z.array(z.object({ from: percentSchema, to: percentSchema, individuals: countSchema })),
    }),
    /** Actions of users and API clients, from the audit trail. */
    access: z.object({
      byAction: z.array(z.object({ action: z.string(), entries: countSchema })),
      /** 24 entries, by hour of the company's day. */
      byHour: z.array(z.object({ hour: z.number().int().min(0).max(23), entries: countSchema })),
      /** 168 entries, by ISO weekday (1 is Monday) and hour of the company's day. */
      byWeekdayHour: z.array(
        z.object({
          weekday: z.number().int().min(1).max(7),
          hour: z.number().int().min(0).max(23),
          entries: countSchema,
        }),
      ),
      byDay: z.array(z.object({ day: daySchema, entries: countSchema })),
      /** The twenty actors with the most entries. */
      byActor: z.array(
        z.object({
          /** user | api_client */
          actorType: z.string(),
          actorId: z.string(),
          /** An API client has its owner's; null where unknown. */
          actorName: z.string().nullable(),
          entries: countSchema,
        }),
      ),
    }),
    /** Reveals by actor and purpose; the hundred with the most people. */
    reveals: z.array(
      z.object({
        purpose: z.string(),
        /** user | api_client */
        actorType: z.string(),
        actorId: z.string(),
        /** An API client has its owner's; null where unknown. */
        actorName: z.string().nullable(),
        /** A person counts once per reveal. */
        people: countSchema,
      }),
    ),
    logins: z.array(
      z.object({ day: daySchema, successful: countSchema, failed: countSchema, blocked: countSchema }),
    ),
    /** Null on a day without a check, or without rules of that kind. */
    complianceTrend: z.array(
      z.object({
        day: daySchema,
        score: percentSchema.nullable(),
        readiness: percentSchema.nullable(),
        violations: countSchema,
      }),
    ),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.output<typeof analyticsSchema>;
