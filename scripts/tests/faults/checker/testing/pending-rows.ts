/** SQL: a message that no consumer could handle. */
export const deadLetter = (service: string): string =>
  `INSERT INTO ${service}.dead_letter
     (consumer, topic, key, event_id, producer, epoch, seq, payload, created_at, reason)
   VALUES ('planted', 'planted', '', uuidv7(), 'planted', 1, 1, '', now(), 'planted')`;

/** SQL: a person in the match queue, claimed by a process that never finishes. */
export const CLAIMED_FOREVER = `INSERT INTO lineage.match_queue (company_id, individual_id, version, claimed_until)
  VALUES (1, 1, 1, 'infinity')`;

/** SQL for one pending row in each place, by its name, with the outboxes and dead letters of these services. */
export const pendingRows = (services: readonly string[]): ReadonlyMap<string, string> =>
  new Map([
    ...services.flatMap((service): [string, string][] => [
      [`${service}.outbox`, `INSERT INTO ${service}.outbox (topic, key, payload) VALUES ('planted', '', '')`],
      [`${service}.dead_letter`, deadLetter(service)],
    ]),
    ['lineage.match_queue', CLAIMED_FOREVER],
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
      'audit entries in transit',
      "UPDATE vault.relay_topic SET last_seq = last_seq + 1 WHERE topic = 'vault.audit'",
    ],
    ['audit alarms', "UPDATE audit.producer_heads SET alarm = 'planted' WHERE producer = 'vault'"],
  ]);
