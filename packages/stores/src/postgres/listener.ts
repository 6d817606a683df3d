/**
 * One connection that listens, and comes back when it breaks.
 *
 * It is also the sign of life of a worker: the lock it holds goes with it, at once when the process is killed. What is
 * said while it is away is missed, so whoever listens looks for it each time it is back.
 */
import { Socket } from 'node:net'
import type { Client } from 'pg'
import type { Database } from './database.ts'
import { pg } from './drivers.ts'

type Heard = (payload: string) => void
/** `wasAway`: something may have been missed since the channel was asked for. */
type Listening = (wasAway: boolean) => void
type Back = (client: Client) => Promise<void>

export type ListenerPace = {
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** A connection that was cut without a word is found out by asking. */
  readonly heartbeatMs: number
  /** How long the answer may take. */
  readonly answerMs: number
}

const usualPace: ListenerPace = { firstPauseMs: 50, longestPauseMs: 500, heartbeatMs: 5000, answerMs: 5000 }
/** How long the server may take to say goodbye. */
const goodbyeMs = 500

/** Somebody who hears a channel. */
type Ear = { readonly heard: Heard; readonly listening: Listening; wasAway: boolean }

/** One connection, and what was arranged over it. */
type Link = {
  readonly client: Client
  readonly socket: Socket
  readonly channels: Set<string>
  readonly ears: WeakSet<Ear>
  readonly backs: WeakSet<Back>
  isTuning: boolean
  isUp: boolean
}

export class Listener {
  readonly #database: Database
  readonly #pace: ListenerPace
  readonly #ears = new Map<string, Set<Ear>>()
  readonly #backs = new Set<Back>()
  #link: Link | undefined
  #trying: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #pauseMs: number
  #isClosed = false

  constructor(database: Database, pace: Partial<ListenerPace> = {}) {
    this.#database = database
    this.#pace = { ...usualPace, ...pace }
    this.#pauseMs = this.#pace.firstPauseMs
  }

  /** Whether what is said is heard now. */
  get isUp(): boolean {
    return this.#link?.isUp === true
  }

  /**
   * Hears what is said on a channel while there is a connection; the function returned ends it. `listening` is called
   * each time that begins: what is said from then on is heard.
   */
  on(channel: string, heard: Heard, listening: Listening = () => {}): () => void {
    const name = this.#database.channel(channel)
    const ear: Ear = { heard, listening, wasAway: this.#timer !== undefined && !this.#link }
    this.#ears.set(name, (this.#ears.get(name) ?? new Set()).add(ear))
    this.#wanted()
    return () => {
      const ears = this.#ears.get(name)
      if (!ears?.delete(ear)) return
      if (ears.size === 0) this.#ears.delete(name)
      this.#wanted()
    }
  }

  /** Called each time there is a connection again, before it counts as up. One that fails costs the connection. */
  onBack(back: Back): () => void {
    const own: Back = (client) => back(client)
    this.#backs.add(own)
    this.#wanted()
    return () => this.#backs.delete(own)
  }

  /** Resolves when the connection that is being tried is there, or is not to be had. */
  async tried(): Promise<void> {
    await this.#trying
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#ears.clear()
    this.#backs.clear()
    const link = this.#link
    if (!link) return
    this.#link = undefined
    if (link.isUp) await goodbye(link)
    link.socket.destroy()
    await this.#trying
  }

  /** Somebody wants to hear something else than before. */
  #wanted(): void {
    if (this.#isClosed) return
    if (this.#link?.isUp) void this.#tune(this.#link).catch(() => {})
    if (!this.#link && !this.#timer && this.#ears.size + this.#backs.size > 0) this.#trying = this.#try()
  }

  async #try(): Promise<void> {
    // By itself it keeps no process alive.
    const socket = new Socket().unref()
    const client = new pg.Client({ ...this.#database.settings(), stream: () => socket })
    const arranged = { channels: new Set<string>(), ears: new WeakSet<Ear>(), backs: new WeakSet<Back>() }
    const link: Link = { client, socket, ...arranged, isTuning: false, isUp: false }
    this.#link = link
    client.on('error', () => this.#lost(link))
    client.on('end', () => this.#lost(link))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const ear of this.#ears.get(channel) ?? []) ear.heard(payload)
    })
    try {
      await client.connect()
      await this.#database.prepare(client)
      await this.#tune(link)
      if (this.#link !== link) return
      link.isUp = true
      this.#pauseMs = this.#pace.firstPauseMs
      this.#beat(link)
      // What came to be wanted at the last moment.
      this.#wanted()
    } catch {
      this.#lost(link)
    }
  }

  /** Arranges what is wanted over a connection, one after the other: others may be wanted meanwhile. */
  async #tune(link: Link): Promise<void> {
    if (link.isTuning) return
    link.isTuning = true
    try {
      for (let next = this.#next(link); next; next = this.#next(link)) await next()
    } catch (error) {
      this.#lost(link)
      throw error
    } finally {
      link.isTuning = false
    }
  }

  #next(link: Link): (() => Promise<unknown>) | undefined {
    const { client, channels, backs } = link
    // First: a worker whose lock is missing for long counts as dead.
    const back = [...this.#backs].find((each) => !backs.has(each))
    if (back) return () => back(client).then(() => backs.add(back))
    // Names keep their case: the server would fold them.
    const left = [...channels].find((name) => !this.#ears.has(name))
    if (left !== undefined) return () => client.query(`UNLISTEN "${left}"`).then(() => channels.delete(left))
    const wanted = [...this.#ears.keys()].find((name) => !channels.has(name))
    if (wanted !== undefined) {
      return async () => {
        await client.query(`LISTEN "${wanted}"`)
        channels.add(wanted)
        // At once: others wait for a channel of their own, and what is said on this one is heard already.
        for (const ear of this.#ears.get(wanted) ?? []) this.#listens(link, ear)
      }
    }
    const ear = [...this.#ears.values()].flatMap((ears) => [...ears]).find((each) => !link.ears.has(each))
    return ear && (async () => this.#listens(link, ear))
  }

  #listens(link: Link, ear: Ear): void {
    link.ears.add(ear)
    const { wasAway } = ear
    ear.wasAway = false
    ear.listening(wasAway)
  }

  #lost(link: Link): void {
    link.socket.destroy()
    if (this.#link !== link) return
    this.#link = undefined
    clearTimeout(this.#timer)
    for (const ears of this.#ears.values()) for (const ear of ears) ear.wasAway = true
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#wanted()
    }, this.#pauseMs)
    this.#timer.unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#pace.longestPauseMs)
  }

  #beat(link: Link): void {
    this.#timer = setTimeout(() => {
      const question = { text: 'SELECT 1', query_timeout: this.#pace.answerMs }
      link.client.query(question).then(
        () => this.#link === link && this.#beat(link),
        () => this.#lost(link),
      )
    }, this.#pace.heartbeatMs)
    this.#timer.unref()
  }
}

/** A server that does not answer any more is not waited for. */
async function goodbye({ client, socket }: Link): Promise<void> {
  const late = setTimeout(() => socket.destroy(), goodbyeMs)
  await client.end().catch(() => {})
  clearTimeout(late)
}
