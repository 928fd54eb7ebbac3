-- Statements of these functions are looked up by key whatever the parameters are (OFFSET 0, 0031), and planning one
-- anew costs as much as running it: they keep their first plan.
ALTER FUNCTION reveal_people(
  bigint[], bigint[], text[], integer[], boolean[], boolean[], integer[], bytea, integer, bytea, bytea, bytea[]
) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION write_people(
  bigint[], bigint[], uuid[], boolean[], bigint[], integer[], integer[], integer[], integer[], bytea, integer[], integer[],
  text[], text[], timestamptz[], text[], text[], text[], timestamptz[],
  integer[], integer[], bigint[], integer[], integer[], bytea, bytea, timestamptz[],
  integer[], integer[], integer[], integer, bytea, integer[], text[], text[], integer[], bytea
) SET plan_cache_mode = force_generic_plan;
