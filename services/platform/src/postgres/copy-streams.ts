/** COPY as streams: `client.query(copyTo(statement))` is readable, `client.query(copyFrom(statement))` writable. */
export { from as copyFrom, to as copyTo } from 'pg-copy-streams';
