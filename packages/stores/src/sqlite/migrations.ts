/**
 * The tables, as an ordered list of changes. A change that was released is never edited: add the next.
 *
 * Every row names its owner, so that a store of many tenants needs no change of shape. Numbers of
 * sessions are never given twice (AUTOINCREMENT): a lease of a session that was removed must not fit
 * the next one. Journal and sessions are rowid tables; WITHOUT ROWID is slower and larger here.
 *
 * Text indexes are given words already cut (`wordsOf`), one space apart, which the tokenizer `ascii` leaves
 * as they are. They keep those words: an index without them (`contentless_delete`) goes on counting what was
 * deleted, so that scores would depend on it.
 */
import { GyreError } from '@gyre/core'
import type { Connection } from './connection.ts'
import type { FileHeader } from './file-header.ts'

/** Marks the file as ours: `Gyre` in ASCII. */
const applicationId = 0x47797265

const tables = `
  PRAGMA application_id = ${applicationId};

  CREATE TABLE session (
    sid INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    state TEXT NOT NULL,
    worker TEXT,
    lease_until INTEGER,
    token INTEGER NOT NULL,
    wake_seq INTEGER NOT NULL,
    loop TEXT NOT NULL,
    title TEXT NOT NULL,
    thread TEXT NOT NULL,
    status TEXT NOT NULL,
    outcome TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX session_owner ON session (owner);
  CREATE INDEX session_thread ON session (thread);
  CREATE INDEX session_state ON session (state);

  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    sid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    path TEXT,
    kind TEXT,
    request TEXT,
    result TEXT,
    data TEXT,
    chain TEXT NOT NULL,
    key TEXT NOT NULL,
    UNIQUE (sid, seq)
  );

  CREATE TABLE payload (
    pid INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    address TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (address, owner)
  );
  CREATE TABLE payload_use (
    sid INTEGER NOT NULL,
    pid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    PRIMARY KEY (sid, pid)
  ) WITHOUT ROWID;
  CREATE INDEX payload_use_pid ON payload_use (pid);

  CREATE TABLE intervention (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    sid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    action TEXT NOT NULL,
    body TEXT NOT NULL,
    sender TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0,
    applied_at TEXT,
    why TEXT,
    key TEXT,
    UNIQUE (sid, key)
  );

  CREATE TABLE key_value (
    key TEXT PRIMARY KEY,
    owner TEXT NOT NULL DEFAULT 'local',
    value,
    expires_at INTEGER
  );
  CREATE INDEX key_value_expiry ON key_value (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE catalog (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    current INTEGER NOT NULL,
    UNIQUE (owner, kind, name, version)
  );
`

/** Long columns come last: SQLite reads a row up to the column it needs. */
const knowledgeTables = `
  CREATE TABLE document (
    did INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    source TEXT NOT NULL,
    title TEXT NOT NULL,
    media_type TEXT NOT NULL,
    hash TEXT NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX document_owner ON document (owner, source, id);

  CREATE TABLE chunk (
    cid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    did INTEGER NOT NULL,
    owner TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    headings TEXT NOT NULL
  );
  CREATE INDEX chunk_did ON chunk (did);
  CREATE VIRTUAL TABLE chunk_text USING fts5 (words, tokenize = 'ascii');

  CREATE TABLE chunk_vector (
    id INTEGER PRIMARY KEY,
    cid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    embedder TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (cid, embedder)
  );
  CREATE INDEX chunk_vector_embedder ON chunk_vector (embedder, owner, cid);

  CREATE TABLE edge (
    eid INTEGER PRIMARY KEY,
    cid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    origin TEXT NOT NULL,
    relation TEXT NOT NULL,
    target TEXT NOT NULL,
    weight REAL NOT NULL,
    UNIQUE (cid, origin, relation, target)
  );
  CREATE INDEX edge_origin ON edge (owner, origin);
  CREATE INDEX edge_target ON edge (owner, target);

  CREATE TABLE memory (
    mid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    session TEXT,
    key TEXT,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires_at INTEGER,
    embedder TEXT,
    data TEXT NOT NULL,
    text TEXT NOT NULL,
    vector BLOB
  );
  CREATE INDEX memory_owner ON memory (owner, at, id);
  CREATE INDEX memory_key ON memory (owner, key) WHERE key IS NOT NULL;
  CREATE INDEX memory_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;
  CREATE VIRTUAL TABLE memory_text USING fts5 (words, tokenize = 'ascii');
`

/** Most sessions have no persona: the index leaves them out. */
const personaColumns = `
  ALTER TABLE session ADD COLUMN persona TEXT;
  ALTER TABLE session ADD COLUMN arm TEXT;
  ALTER TABLE session ADD COLUMN usage TEXT;
  CREATE INDEX session_persona ON session (owner, persona) WHERE persona IS NOT NULL;
`

/**
 * Names are found by how they fold (`folded-names.ts`), which SQL cannot do: edges from before are dropped. Documents from
 * before have no headings in the text index: without their hashes they are read again.
 *
 * `is_tame`: arithmetic in 32 bits holds for the vector. What is there already is taken for wild until it is written again.
 */
const foldedEdges = `
  DROP TABLE edge;
  CREATE TABLE edge (
    eid INTEGER PRIMARY KEY,
    cid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    origin TEXT NOT NULL,
    relation TEXT NOT NULL,
    target TEXT NOT NULL,
    weight REAL NOT NULL,
    origin_name TEXT NOT NULL,
    target_name TEXT NOT NULL,
    UNIQUE (cid, origin_name, relation, target_name)
  );
  CREATE INDEX edge_origin ON edge (owner, origin_name);
  CREATE INDEX edge_target ON edge (owner, target_name);

  ALTER TABLE chunk ADD COLUMN reader TEXT;
  UPDATE document SET hash = '';

  ALTER TABLE chunk_vector RENAME TO chunk_vector_before;
  DROP INDEX chunk_vector_embedder;
  CREATE TABLE chunk_vector (
    id INTEGER PRIMARY KEY,
    cid INTEGER NOT NULL,
    owner TEXT NOT NULL,
    embedder TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    is_tame INTEGER NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (cid, embedder)
  );
  CREATE INDEX chunk_vector_embedder ON chunk_vector (embedder, owner, dimensions, cid);
  CREATE INDEX chunk_vector_wild ON chunk_vector (embedder, owner, dimensions) WHERE is_tame = 0;
  INSERT INTO chunk_vector SELECT id, cid, owner, embedder, length(vector) / 4, 0, vector FROM chunk_vector_before;
  DROP TABLE chunk_vector_before;
`

/** Numbers are given by whoever adds an entry: its link is made over its number. */
const auditLog = `
  CREATE TABLE audit_log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    owner TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    data TEXT NOT NULL,
    chain TEXT NOT NULL,
    key TEXT NOT NULL
  );
  CREATE INDEX audit_log_owner ON audit_log (owner);
`

/**
 * How a session waits for a worker, and what that one must know. Sessions from before were begun by an unknown version.
 * Among equals an index is in the order of `sid`, so it need not name it.
 */
const waitingColumns = `
  ALTER TABLE session ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE session ADD COLUMN not_before INTEGER;
  ALTER TABLE session ADD COLUMN loop_version INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE session ADD COLUMN provider TEXT;
  CREATE INDEX session_queued ON session (priority DESC) WHERE state = 'queued';
`

const migrations: readonly string[] = [tables + knowledgeTables, personaColumns, foldedEdges, auditLog, waitingColumns]

/** Refuses a file that another program or a newer Gyre wrote, before anything in it is touched. */
export function checkVersion(connection: Connection): void {
  const { path } = connection
  const version = connection.pragma('user_version')
  if (version > migrations.length) {
    const says = `${path} has format ${version}; this Gyre knows formats up to ${migrations.length}.`
    throw new GyreError('store-newer', says, { path, version })
  }
  const used = connection.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n']
  if (used !== 0 && connection.pragma('application_id') !== applicationId) {
    throw new GyreError('store-failed', `${path} is a database of another program: name another file.`, { path })
  }
}

/** Whether a file with this header is one that Gyre wrote, in a format known here. */
export function isOurs(header: FileHeader | undefined): boolean {
  return header?.applicationId === applicationId && header.userVersion <= migrations.length
}

/** Brings the file up to date, each change in one transaction. Several processes may do so at once. */
export function migrate(connection: Connection): void {
  for (const [index, change] of migrations.entries()) {
    if (connection.pragma('user_version') > index) continue
    connection.transaction(() => {
      if (connection.pragma('user_version') > index) return
      connection.execute(change)
      connection.execute(`PRAGMA user_version = ${index + 1}`)
    })
  }
}
