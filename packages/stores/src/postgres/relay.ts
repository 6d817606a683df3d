/**
 * Tells other processes what happens in the sessions of this one, over LISTEN and NOTIFY.
 *
 * Nobody listening costs nothing: whoever follows sessions says so, again and again, and only of those is anything
 * told. What is told may be lost; that a session moved on is found by looking, too.
 */
import type { EventRelay, Json } from '@gyre/core'
import type { ChangeListeners } from '../change-listeners.ts'
import type { Database } from './database.ts'
import { Followers } from './followers.ts'
import type { Listener } from './listener.ts'
import { Messages, type News } from './messages.ts'
import { NewsQueue } from './news-queue.ts'
import { PacedWork } from './paced-work.ts'
import { RecentNames } from './recent-names.ts'
import { SessionLooks } from './session-looks.ts'

export type RelayOptions = {
  readonly database: Database
  readonly listener: Listener
  readonly listeners: ChangeListeners
  /** Who says it: what comes back from the server is not news to whoever sent it. */
  readonly worker: string
  readonly pace?: Partial<RelayPace>
}

export type RelayPace = {
  /** Something is said no more often than this. */
  readonly sayMs: number
  /** How often a follower says that it still follows. */
  readonly followMs: number
  /** After this long a silent follower is forgotten. */
  readonly silenceMs: number
  /** How often followed sessions are looked at. */
  readonly lookMs: number
}

type Follower = (deltas: readonly Json[]) => void

const usualPace: RelayPace = { sayMs: 20, followMs: 5000, silenceMs: 15_000, lookMs: 1000 }
/** Longer than the way from a read of a session to the word that somebody follows it. */
const recentMs = 10_000
/** How long the last words may take. */
const lastWordsMs = 1000

const saySql = 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS said (channel, payload)'

export class PostgresRelay implements EventRelay {
  readonly #options: RelayOptions
  readonly #pace: RelayPace
  readonly #messages: Messages
  readonly #news: NewsQueue
  readonly #saying: PacedWork
  readonly #looks: SessionLooks

  /** Who here follows which sessions. */
  readonly #followed = new Map<string, Set<Follower>>()
  /** Sessions others are yet to be told of that they are followed. */
  readonly #begun = new Set<string>()
  #isStillDue = false
  #isListening = false
  #stopListening: (() => void) | undefined
  #reminder: NodeJS.Timeout | undefined

  /** Who elsewhere does. */
  readonly #followers: Followers
  readonly #onFollowed = new Set<(session: string) => void>()
  /** Sessions that were written here lately: who begins to follow one may have read it just before. */
  readonly #written = new RecentNames(recentMs)
  #stopAttending: (() => void) | undefined
  #forgetting: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#pace = { ...usualPace, ...options.pace }
    this.#messages = new Messages(options.worker)
    this.#news = new NewsQueue(this.#messages.room)
    this.#followers = new Followers(this.#pace.silenceMs)
    this.#saying = new PacedWork(this.#pace.sayMs, () => this.#say())
    this.#looks = new SessionLooks({
      database: options.database,
      everyMs: this.#pace.lookMs,
      sessions: () => [...this.#followed.keys()],
      moved: (session) => this.#moved(session),
    })
  }

  follow(session: string, listener: Follower): () => void {
    // A wrapper of its own for each call: the same function given twice is told twice and ended one at a time.
    const own: Follower = (deltas) => listener(deltas)
    this.#followed.set(session, (this.#followed.get(session) ?? new Set()).add(own))
    this.#listen()
    // Before anything can be heard there is no use in being told.
    if (this.#isListening) this.#begin([session])
    return () => this.#unfollow(session, own)
  }

  onFollowed(listener: (session: string) => void): () => void {
    const own = (session: string): void => listener(session)
    this.#onFollowed.add(own)
    this.attend()
    return () => this.#onFollowed.delete(own)
  }

  isFollowed(session: string): boolean {
    return this.#followers.has(session)
  }

  publish(session: string, deltas: readonly Json[]): void {
    if (this.#isClosed || !this.isFollowed(session)) return
    if (deltas.length === 0) this.#news.facts(session)
    else this.#news.deltas(session, deltas)
    this.#saying.want()
  }

  /** Facts of a session were committed here. */
  wrote(session: string): void {
    this.#written.add(session)
    this.publish(session, [])
  }

  /** Those here who follow a session are told; with no deltas, that there may be facts to read. */
  tellHere(session: string, deltas: readonly Json[]): void {
    for (const follower of [...(this.#followed.get(session) ?? [])]) attempt(() => follower(deltas))
  }

  /** Hears who follows sessions from now on: whoever runs some wants to know. */
  attend(): void {
    if (this.#isClosed) return
    this.#stopAttending ??= this.#options.listener.on('follow', (payload) => this.#heardFollow(payload))
  }

  /** What is still to be said is said, unless the server takes too long. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopAttending?.()
    this.#forget()
    this.#followed.clear()
    this.#rest()
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, lastWordsMs)
    await Promise.race([this.#saying.close(), late])
    clearTimeout(timer)
  }

  #listen(): void {
    if (this.#stopListening || this.#isClosed) return
    const heard = (payload: string) => this.#heardNews(payload)
    this.#stopListening = this.#options.listener.on('tell', heard, () => this.#listening())
    this.#reminder = setInterval(() => this.#remind(), this.#pace.followMs)
    this.#reminder.unref()
    this.#looks.start()
  }

  /** From now on news are heard: what came before is looked for. */
  #listening(): void {
    this.#isListening = true
    const sessions = [...this.#followed.keys()]
    this.#begin(sessions)
    for (const session of sessions) this.#moved(session)
  }

  #begin(sessions: readonly string[]): void {
    for (const session of sessions) this.#begun.add(session)
    this.#saying.want()
  }

  #remind(): void {
    if (!this.#isListening) return
    this.#isStillDue = true
    this.#saying.want()
  }

  #unfollow(session: string, own: Follower): void {
    const followers = this.#followed.get(session)
    if (!followers?.delete(own) || followers.size > 0) return
    this.#followed.delete(session)
    this.#begun.delete(session)
    if (this.#followed.size === 0) this.#rest()
  }

  /** Nobody here follows anything. */
  #rest(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#isListening = false
    clearInterval(this.#reminder)
    this.#looks.stop()
  }

  #heardNews(payload: string): void {
    for (const [session, deltas] of inRuns(this.#messages.read(payload)?.told ?? [])) {
      if (deltas.length === 0) this.#moved(session)
      else this.tellHere(session, deltas)
    }
  }

  /** Whoever waits for the session hears of it, too. */
  #moved(session: string): void {
    if (!this.#followed.has(session)) return
    this.tellHere(session, [])
    this.#options.listeners.tell(session)
  }

  #heardFollow(payload: string): void {
    const message = this.#messages.read(payload)
    if (!message) return
    const now = Date.now()
    const isNew = (session: string) => this.#followers.follows(message.by, session, now)
    const unknown = message.still.filter(isNew)
    for (const session of message.new) isNew(session)
    for (const session of [...message.new, ...unknown]) this.#followBegins(session)
    this.#forgetting ??= setInterval(() => this.#forgetSilent(), this.#pace.silenceMs / 15).unref()
  }

  #followBegins(session: string): void {
    // Whoever wrote nothing has nothing to tell: not every process need answer.
    if (this.#written.has(session)) this.publish(session, [])
    for (const listener of [...this.#onFollowed]) attempt(() => listener(session))
  }

  #forgetSilent(): void {
    this.#followers.forgetSilent(Date.now())
    if (this.#followers.isEmpty) this.#forget()
  }

  #forget(): void {
    this.#followers.clear()
    clearInterval(this.#forgetting)
    this.#forgetting = undefined
  }

  /** All that waits to be said, in one statement. One that fails is not repeated: deltas may not be told twice. */
  async #say(): Promise<void> {
    const { database } = this.#options
    const follow = [
      ...this.#messages.pack('new', [...this.#begun]),
      ...this.#messages.pack('still', this.#isStillDue ? [...this.#followed.keys()] : []),
    ]
    const tell = this.#messages.pack('told', this.#news.take())
    this.#begun.clear()
    this.#isStillDue = false
    const payloads = [...follow, ...tell]
    if (payloads.length === 0) return
    const channels = payloads.map((_, at) => database.channel(at < follow.length ? 'follow' : 'tell'))
    await database.rowsOnce(saySql, [channels, payloads])
  }
}

/** Deltas of one session that follow each other are told at once; an empty list stands for facts. */
function inRuns(news: readonly News[]): readonly (readonly [session: string, deltas: readonly Json[]])[] {
  const runs: [string, Json[]][] = []
  for (const [session, ...deltas] of news) {
    const last = runs.at(-1)
    if (last && last[0] === session && last[1].length > 0 && deltas.length > 0) last[1].push(...(deltas as Json[]))
    else runs.push([session, deltas as Json[]])
  }
  return runs
}

/** Mistakes of who is told are not those of who tells. */
function attempt(tell: () => void): void {
  try {
    tell()
  } catch {
    // Nobody else may suffer from it.
  }
}
