-- Id of the last replay of revocations on this database. The same id is in the list outside it: another copy of the
-- same backup has the same trail and not the replayed revocations.
ALTER TABLE tree_state ADD COLUMN replay text;
