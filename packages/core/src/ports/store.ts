/**
 * The store: a set of small ports.
 *
 * A session has one writer at a time, the holder of its lease. Every append names the lease, and a
 * store refuses it when the token is no longer the session's: so a worker that was taken for dead
 * and wakes up cannot write. Any store that passes the conformance suite will do.
 */
import type { Json, JsonObject } from '../json.ts'
import type { AuditLog } from './audit-log.ts'
import type { Fact } from './facts.ts'
import type { KnowledgeStore, MemoryStore } from './knowledge-store.ts'

/** Where a session stands with its workers. What it is doing is told by its journal. */
export type DispatchState = 'queued' | 'running' | 'parked' | 'ended'

/** A session as the store lists it: who runs it, under which lease, and the copy of how it stands. */
export type SessionRow = {
  readonly id: string
  readonly owner: string
  readonly state: DispatchState
  readonly worker: string | null
  /** When the lease runs out, in ms; null when nobody holds it. */
  readonly leaseUntil: number | null
  /** Goes up by one each time the session is acquired. */
  readonly token: number
  /** Goes up by one with each intervention that is sent, edited or withdrawn. */
  readonly wakeSeq: number
  readonly waits: DispatchTerms
  /** Copies of journal facts, for lists; written in the transaction of the fact. */
  readonly mirror: SessionMirror
}

/** How a queued session waits for a worker. */
export type DispatchTerms = {
  /** Higher is first; 0 is usual. */
  readonly priority: number
  /** Nobody begins it before this time, in ms, unless somebody asks for it by its id. */
  readonly notBefore: number | null
}

/** What lists show of a session, kept beside its journal so that they need not read it. */
export type SessionMirror = {
  readonly loop: string
  /** The version of the loop it was begun with; 0 where that was not noted. */
  readonly loopVersion: number
  /** Whose model its author is: `openai`; null where the name of the model does not tell. */
  readonly provider: string | null
  readonly title: string
  readonly thread: string
  readonly status: string
  readonly outcome: string | null
  /** The persona it was started as, and the arm of its rollout: `v3`, `v3 cot`. */
  readonly persona: string | null
  readonly arm: string | null
  /** What it used, once it has ended. */
  readonly usage: JsonObject | null
  readonly createdAt: number
  /** When the last fact was made. */
  readonly updatedAt: number
}

/**
 * The right to write a session, until someone else acquires it.
 *
 * An append that failed ends it: the links of later ones were made over what was lost, so they fail
 * with the same error. `head` is then the last row that is there; release the lease and acquire again.
 */
export type Lease = {
  readonly session: string
  readonly token: number
  wakeSeq: number
  /**
   * The last row of the journal: its number and its link of the audit chain; when it is empty, 0 and the genesis
   * of the session. Moved on by `append`.
   */
  head: { seq: number; chain: string }
}

/** A session to be stored, with its first facts. */
export type NewSession = {
  readonly id: string
  readonly owner: string
  readonly mirror: Omit<SessionMirror, 'updatedAt' | 'outcome' | 'usage'>
  /** At once and with the usual priority when left out. */
  readonly waits?: Partial<DispatchTerms>
  /** The first facts, `session.created` among them. For a fork, the inherited ones too. */
  readonly facts: readonly Fact[]
}

/** Which sessions are listed. */
export type SessionFilter = {
  readonly owner?: string
  readonly states?: readonly DispatchState[]
  readonly statuses?: readonly string[]
  readonly thread?: string
  readonly persona?: string
  readonly limit?: number
  /** Only sessions made before this id: the last id of one page asks for the next. */
  readonly before?: string
}

/** Who wants a lease, for how long, and under which limits. */
export type LeaseTerms = {
  readonly worker: string
  readonly leaseMs: number
  readonly now: number
  /** Not taken when it would be one too many. */
  readonly limits?: SessionLimits
}

/** How many sessions may run at once, whoever runs them. What is left out is without limit. */
export type SessionLimits = {
  readonly perOwner?: number
  /** By the name of the persona they were started as. */
  readonly personas?: Readonly<Record<string, number>>
  /** By whose model their author is. */
  readonly providers?: Readonly<Record<string, number>>
}

/** The table of sessions and their leases. */
export type Sessions = {
  /** Makes a session. With `terms` it is running under a lease at once, else queued. A known id is refused. */
  create(session: NewSession, terms?: LeaseTerms): Promise<Lease | undefined>
  get(id: string): Promise<SessionRow | undefined>
  /** Newest first. */
  list(filter: SessionFilter): Promise<readonly SessionRow[]>
  /**
   * Takes a session over: one that is queued or parked, or one that runs under a lease that has run
   * out or whose process is known to be dead. Undefined when another worker holds it, it ended, is not there, or
   * would be one too many by the limits of the terms: one that runs already, and is taken over, counts as before.
   */
  acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined>
  /** Extends the leases this worker still holds; answers with the sessions that another one took, or that are gone. */
  renew(leases: readonly Lease[], terms: LeaseTerms): Promise<readonly string[]>
  /** running → parked, if the token is still ours and no intervention came since `lease.wakeSeq`. */
  park(lease: Lease): Promise<boolean>
  /** running → queued: somebody else may go on with it. Nothing happens when the lease was lost. */
  release(lease: Lease): Promise<void>
  /**
   * Sessions somebody should go on with: queued ones whose time has come, and running ones whose worker is gone. Those
   * of higher priority first, then the oldest; `among` these, where they are given.
   */
  abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]>
  /** The wakeSeq of each of these sessions that are there: one look for all of a worker's sessions. */
  wakeSeqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * About how many bytes each of these sessions that are there takes: the texts of its rows and the payloads
   * it uses, each once. What two sessions share counts for both.
   */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Removes ended sessions with all they hold, payloads no other session needs included. Others stay. */
  remove(ids: readonly string[]): Promise<void>
}

/** A row as it was written: texts, because the bytes are what is chained and compared. */
export type JournalRow = {
  readonly seq: number
  readonly at: number
  readonly type: Fact['type']
  readonly path: string | null
  readonly kind: string | null
  /** JSON text, payload references resolved; large messages of a prompt stand as references. */
  readonly request: string | null
  /** JSON text, payload references resolved. */
  readonly result: string | null
  readonly data: string | null
  readonly chain: string
  readonly key: string
}

/** What became of a queued intervention. */
export type Settlement = {
  readonly id: string
  readonly state: 'applied' | 'rejected'
  readonly at: string | null
  readonly why: string | null
}

/** What is written in the same transaction as the facts: the row's copy of how it stands, and interventions settled. */
export type AppendOptions = {
  /**
   * Changes of the mirrored columns, in the same transaction. `state: 'ended'` ends the session, and what is
   * queued for it then, and not settled here, is rejected with it: `session-ended`. Nobody has seen those,
   * so no fact tells of them: what counts is their state.
   */
  readonly mirror?: {
    readonly status: string
    readonly outcome?: string
    readonly usage?: JsonObject
    readonly state?: 'ended'
  }
  /** Interventions these facts settle, in the same transaction. */
  readonly settle?: readonly Settlement[]
}

/** The facts of sessions. An append by anybody but the holder of the lease is refused. */
export type Journal = {
  /**
   * Appends facts under a fence, all or none, in order; `fact.seq` follows on `lease.head.seq`, which
   * moves on at the call, so the next append need not wait for this one.
   * Durable when the promise resolves; a store without a disk may return nothing.
   * Fails with `lease-lost` when the token is no longer the session's.
   */
  append(lease: Lease, facts: readonly Fact[], options?: AppendOptions): Promise<void> | undefined
  /** The rows from `seq` on, in order; at most `limit`. */
  read(session: string, from: number, limit?: number): Promise<readonly JournalRow[]>
}

/** How an intervention stands. */
export type InterventionState = 'queued' | 'applied' | 'rejected' | 'withdrawn'

/** Something that a person did to a session, and what became of it. */
export type Intervention = {
  readonly id: string
  readonly session: string
  readonly action: string
  /** What the action needs: a text, a path, arguments. */
  readonly body: Json
  /** Who sent it. */
  readonly by: string
  readonly at: number
  readonly state: InterventionState
  /** The step it was applied at. */
  readonly appliedAt: string | null
  readonly why: string | null
  /** A second one with the same key is the first one. */
  readonly key: string | null
}

/** An intervention to be queued. With a `key`, sending it again queues it once. */
export type NewIntervention = Pick<Intervention, 'id' | 'session' | 'action' | 'body' | 'by' | 'at' | 'key'>

/** What people did to sessions, in the order they did it. */
export type Interventions = {
  /**
   * Queues one, bumps the session's wakeSeq and turns a parked session into a queued one, all at
   * once. With a known key it answers with the one that is there. An ended session: `session-ended`;
   * one that is not there: `session-unknown`.
   */
  add(intervention: NewIntervention): Promise<Intervention>
  /** In the order they were sent. */
  list(session: string): Promise<readonly Intervention[]>
  /**
   * Marks one as in the hands of the kernel: from now on it can be neither edited nor withdrawn. May be
   * taken again, by whoever goes on after a crash. Undefined when it was withdrawn or settled.
   */
  take(id: string): Promise<Intervention | undefined>
  /** Replaces the body of a queued one. False when it was taken or settled already. */
  edit(id: string, body: Json): Promise<boolean>
  /** False when it was taken or settled already. Bumps wakeSeq. */
  withdraw(id: string): Promise<boolean>
}

/** Large texts by their address. */
export type Payloads = {
  /** The text stored under this address. */
  get(address: string): Promise<string | undefined>
}

/** Small values under keys, which may expire: counters, breakers, what was learned of models. */
export type KeyValue = {
  get(key: string): Promise<Json | undefined>
  /** Kept for `ttlMs`, or until it is replaced. */
  set(key: string, value: Json, ttlMs?: number): Promise<void>
  /** Adds to a counter, which starts at 0 and dies `ttlMs` after it was made; answers with its value. */
  increment(key: string, by: number, ttlMs?: number): Promise<number>
  delete(key: string): Promise<void>
}

/** Named, versioned documents: personas, prompts, settings. */
export type CatalogEntry = {
  readonly owner: string
  readonly kind: string
  readonly name: string
  readonly version: number
  readonly body: Json
  readonly at: number
  /** The version in use. */
  readonly current: boolean
}

/** A version to be saved. With `expected`, it is refused when another one is current. */
export type NewCatalogEntry = Pick<CatalogEntry, 'owner' | 'kind' | 'name' | 'body' | 'at'> & {
  /** The version that must be the current one now; null for a name that has none. Any, when left out. */
  readonly expected?: number | null | undefined
}

/** Named documents with versions. */
export type Catalog = {
  /** Saves a new version and makes it the current one. `version-conflict` when another than expected is current. */
  save(entry: NewCatalogEntry): Promise<CatalogEntry>
  /** One version, or the current one. */
  get(owner: string, kind: string, name: string, version?: number): Promise<CatalogEntry | undefined>
  /** The current version of every name of a kind, by name. */
  list(owner: string, kind: string): Promise<readonly CatalogEntry[]>
  /** Every version of a name, newest first. */
  versions(owner: string, kind: string, name: string): Promise<readonly CatalogEntry[]>
  /** Makes another version the current one. `config-invalid` when there is no such version. */
  promote(entry: Pick<CatalogEntry, 'owner' | 'kind' | 'name' | 'version'>): Promise<void>
  /** Removes every version. One that is saved later goes on with their numbers. */
  remove(owner: string, kind: string, name: string): Promise<void>
}

/** What signs the rows of a journal and the entries of the audit log. */
export type AuditKey = { readonly id: string; readonly secret: Uint8Array }

/** The key rows are signed with, and the older ones by id. */
export type KeyRing = { readonly current: AuditKey; find(id: string): AuditKey | undefined }

/**
 * Carries what happens in sessions to watchers in other processes, as it happens. It may lose any of it: what counts
 * is the journal, which a watcher reads when it is told of a change, and now and then without being told.
 */
export type EventRelay = {
  /**
   * Somebody here watches a session that is run elsewhere. Told with deltas, in their order; with none when
   * there may be facts to read. The function returned ends it.
   */
  follow(session: string, listener: (deltas: readonly Json[]) => void): () => void
  /** Calls back when somebody elsewhere begins to follow a session, or goes on to; the function returned ends it. */
  onFollowed(listener: (session: string) => void): () => void
  /** Whether somebody elsewhere follows the session, as far as is known here. */
  isFollowed(session: string): boolean
  /** Tells those who follow the session; with no deltas, that there are facts to read. Returns at once. */
  publish(session: string, deltas: readonly Json[]): void
}

/** All that Gyre keeps, as a set of small ports. `storeConformance` tests one of your own. */
export type Store = {
  readonly sessions: Sessions
  readonly journal: Journal
  readonly interventions: Interventions
  readonly payloads: Payloads
  readonly keyValue: KeyValue
  readonly catalog: Catalog
  readonly knowledge: KnowledgeStore
  readonly memories: MemoryStore
  readonly auditLog: AuditLog
  /**
   * Tells of changes that came from elsewhere: an intervention, the facts of another process or of another
   * listener to this store, a session that was parked. Named when the session is known; at once or a little
   * later, several as one. Whoever listens alone need not hear of facts that are written here. The function
   * returned ends it.
   */
  onChange(listener: (session?: string) => void): () => void
  /** Left out by stores whose processes tell each other nothing but what is stored. */
  readonly relay?: EventRelay
  /** Name of this process among the store's workers; an owner that died is told by it. */
  readonly worker: string
  /** What the rows of the journal and the entries of the audit log are signed with. */
  readonly keys: KeyRing
  /** How long a lease lasts before it must have been renewed. */
  readonly leaseMs: number
  close(): Promise<void>
}
