/** A message that nobody could handle. */
export const deadLetter = (service: string): string =>
  `INSERT INTO ${service}.dead_letter (consumer, topic, key, event_id, producer, epoch, seq, payload, created_at, reason)
   VALUES ('planted', 'planted', '', uuidv7(), 'planted', 1, 1, '', now(), 'planted')`;

/** A person who waits for matching, and whom a process has taken that does not come back. */
export const TAKEN_FOR_EVER = `INSERT INTO lineage.match_queue (company_id, individual_id, version, claimed_until)
  VALUES (1, 1, 1, 'infinity')`;

/** One thing left behind in each place, outboxes and dead letters of these services among them, by its name. */
export const leftBehind = (services: readonly string[]): ReadonlyMap<string, string> =>
  new Map([
    ...services.flatMap((service): [string, string][] => [
      [`${service}.outbox`, `INSERT INTO ${service}.outbox (topic, key, payload) VALUES ('planted', '', '')`],
      [`${service}.dead_letter`, deadLetter(service)],
    ]),
    ['lineage.match_queue', TAKEN_FOR_EVER],
    [
      'lineage.match_arrivals',
      "INSERT INTO lineage.match_arrivals (company_id, individual_ids) VALUES (1, '{1}')",
    ],
    ['lineage.match_again', 'INSERT INTO lineage.match_again (space_id, record_id) VALUES (1, 1)'],
    [
      'lineage.match_again_together',
      "INSERT INTO lineage.match_again_together (space_id, record_ids) VALUES (1, '{1}')",
    ],
    [
      'lineage.match_backfills',
      "INSERT INTO lineage.match_backfills (company_id, scope, encoding_version) VALUES (1, 'planted', 1)",
    ],
    [
      'audit entries on the bus',
      "UPDATE vault.relay_topic SET last_seq = last_seq + 1 WHERE topic = 'vault.audit'",
    ],
    ['audit alarms', "UPDATE audit.producer_heads SET alarm = 'planted' WHERE producer = 'vault'"],
  ]);
