-- People by their last change, one quality band after the other: a list of one band is read in this order however few it
-- holds, and a list of all merges three. The bands are those of figures and filters: 2 = high, 1 = medium, 0 = low.
-- In place of the order of everybody, so that a person's change writes no index more.
CREATE INDEX individuals_by_band ON individuals
  (company_id, (CASE WHEN quality >= 90 THEN 2 WHEN quality >= 70 THEN 1 ELSE 0 END), updated_at, id)
  INCLUDE (quality, sealed_at);
DROP INDEX individuals_by_update;
