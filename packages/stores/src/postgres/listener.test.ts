import { type AddressInfo, createServer, type Socket, connect as socketTo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { breakListener, overheard, type SharedTables, sharedTables, untilSo } from '../../test/postgres-news.ts'
import type { Database } from './database.ts'

let tables: SharedTables

/** Long enough for what is to be missed. */
const awayForLong = { firstPauseMs: 500 }

beforeAll(async () => {
  tables = await sharedTables()
  return () => tables.drop()
})

function say(database: Database, channel: string, payload: string): Promise<unknown> {
  return database.rows('SELECT pg_notify($1, $2)', [database.channel(channel), payload])
}

/** A way to the server that can go dead without a word. */
async function wayToServer() {
  const { hostname, port } = new URL(tables.url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = socketTo(Number(port), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(tables.url)
  url.port = String((server.address() as AddressInfo).port)
  const goDead = () => {
    for (const socket of sockets.splice(0)) {
      socket.unpipe()
      socket.pause()
    }
  }
  return { url: url.href, goDead }
}

describe('a listener', () => {
  it('makes no connection before somebody wants to hear something', async () => {
    const { listener } = tables.process('a')
    await listener.tried()
    expect(listener.isUp).toBe(false)
    listener.on('news', () => {})
    await listener.tried()
    expect(listener.isUp).toBe(true)
  })

  it('hears channels that are asked for before, while and after it connects', async () => {
    const { database, listener } = tables.process('a')
    const heard: string[] = []
    const on = (channel: string) =>
      new Promise<boolean>((resolve) => listener.on(channel, (payload) => heard.push(payload), resolve))
    const late = new Promise<boolean>((resolve) => listener.onBack(async () => resolve(on('during'))))
    const [wasAway, wasLateAway] = await Promise.all([on('before'), late])
    await listener.tried()
    await on('after')
    for (const channel of ['before', 'during', 'after']) await say(database, channel, channel)
    await untilSo(() => heard.length === 3)
    expect(heard).toEqual(['before', 'during', 'after'])
    expect([wasAway, wasLateAway]).toEqual([false, false])
  })

  it('listens to a channel that is asked for at any moment in which it comes up', async () => {
    for (let moments = 0; moments < 12; moments++) {
      const { listener } = tables.process('a')
      let isListening = false
      const askLater = async () => {
        for (let moment = 0; moment < moments; moment++) await undefined
        listener.on(
          'late',
          () => {},
          () => {
            isListening = true
          },
        )
      }
      listener.onBack(async () => void askLater())
      await untilSo(() => isListening)
      await listener.close()
    }
  })

  it('hears nothing of a channel everybody left, until somebody comes again', async () => {
    const { database, listener } = tables.process('a')
    const heard: string[] = []
    const listening = (channel: string) =>
      new Promise<() => void>((resolve) => {
        const end = listener.on(
          channel,
          (payload) => heard.push(payload),
          () => resolve(() => end()),
        )
      })
    const leave = await listening('news')
    leave()
    leave()
    await listening('other')
    await say(database, 'news', 'missed')
    await listening('news')
    await say(database, 'news', 'heard')
    await untilSo(() => heard.length > 0)
    expect(heard).toEqual(['heard'])
  })

  it('is back after its connection was broken, and says that it was away', async () => {
    const process = tables.process('a', { listening: awayForLong })
    const { database, listener } = process
    const heard: string[] = []
    const listened: boolean[] = []
    const backs: unknown[] = []
    listener.onBack(async (client) => void backs.push((await client.query('SELECT 1 AS one')).rows))
    listener.on(
      'news',
      (payload) => heard.push(payload),
      (wasAway) => listened.push(wasAway),
    )
    await listener.tried()
    await breakListener(tables, process)
    await say(database, 'news', 'missed')
    await untilSo(() => listener.isUp)
    await say(database, 'news', 'heard')
    await untilSo(() => heard.length > 0)
    expect({ heard, listened, backs }).toEqual({
      heard: ['heard'],
      listened: [false, true],
      backs: [[{ one: 1 }], [{ one: 1 }]],
    })
  })

  it('connects anew when what is to be arranged with each connection fails', async () => {
    const { listener } = tables.process('a', { listening: { firstPauseMs: 1 } })
    let times = 0
    listener.on('news', () => {})
    await listener.tried()
    listener.onBack(async () => {
      times++
      if (times < 4) throw new Error('not yet')
    })
    await untilSo(() => times === 4 && listener.isUp)
    expect(times).toBe(4)
  })

  it('finds out that its connection was cut without a word', async () => {
    const way = await wayToServer()
    const listening = { heartbeatMs: 20, answerMs: 50, firstPauseMs: 1 }
    const { database, listener } = tables.process('a', { listensAt: way.url, listening })
    const heard: string[] = []
    let times = 0
    listener.on(
      'news',
      (payload) => heard.push(payload),
      () => times++,
    )
    await listener.tried()
    way.goDead()
    await untilSo(() => times === 2 && listener.isUp)
    await say(database, 'news', 'heard')
    await untilSo(() => heard.length > 0)
    expect(heard).toEqual(['heard'])
  })

  it('closes at once while it connects to a server that does not answer', async () => {
    const way = createServer((socket) => void onTestFinished(() => void socket.destroy()))
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void way.close())
    const port = (way.address() as AddressInfo).port
    const { listener } = tables.process('a', { listensAt: `postgres://nobody@127.0.0.1:${port}/none` })
    listener.on('news', () => {})
    const before = performance.now()
    await listener.close()
    expect(performance.now() - before).toBeLessThan(2000)
    expect(listener.isUp).toBe(false)
  })

  it('closes when its server went dead', async () => {
    const way = await wayToServer()
    const { listener } = tables.process('a', { listensAt: way.url })
    listener.on('news', () => {})
    await listener.tried()
    way.goDead()
    await listener.close()
    expect(listener.isUp).toBe(false)
  })

  it('stays closed', async () => {
    const { listener } = tables.process('a')
    listener.on('news', () => {})
    await listener.close()
    listener.on('news', () => {})
    listener.onBack(async () => {})
    await listener.tried()
    expect(listener.isUp).toBe(false)
  })

  it('hears schemas whose names are not in small letters', async () => {
    const { url } = tables
    const schema = 'Test_Mixed'
    const { Database: Mixed } = await import('./database.ts')
    const { Listener } = await import('./listener.ts')
    const database = new Mixed({ url, schema, connections: 1, patienceMs: 1000 })
    const listener = new Listener(database)
    const heard: string[] = []
    listener.on('news', (payload) => heard.push(payload))
    await listener.tried()
    await say(database, 'news', 'heard')
    await untilSo(() => heard.length > 0)
    await listener.close()
    await database.close()
    expect(heard).toEqual(['heard'])
    expect(await overheard(tables, 'news')).toEqual([])
  })
})
