-- Rank of a graded pair among others. It is not shown: a pair with a grade has no confidence.
CREATE OR REPLACE FUNCTION rank_of_grade(p_fields text[]) RETURNS numeric LANGUAGE sql IMMUTABLE
RETURN CASE WHEN is_strong(p_fields) THEN 90 ELSE 60 END;
