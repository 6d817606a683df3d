import type { Json } from '@gyre/core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  breakListener,
  type NewsProcess,
  overheard,
  type SharedTables,
  sharedTables,
  untilSo,
  writeFact,
  writeSession,
} from '../../test/postgres-news.ts'

let tables: SharedTables

beforeAll(async () => {
  tables = await sharedTables()
  return () => tables.drop()
})

/** Nobody looks by itself: what is told was heard. */
const neverLooks = { lookMs: 3_600_000 }
const nowhere = 'postgres://nobody@127.0.0.1:1/none'

const step = (path: string): Json => ({ type: 'step.started', path, data: {} })
const words = (text: string, offset: number): Json => ({ type: 'text.delta', path: 'root', data: { offset, text } })

/** What a follower is told; `facts` for an empty list. */
function follow({ relay }: NewsProcess, session: string) {
  const told: (Json | 'facts')[] = []
  const end = relay.follow(session, (deltas) => void told.push(...(deltas.length === 0 ? ['facts'] : deltas)))
  return { told, end }
}

/** One process that runs sessions, and knows of those who follow them. */
async function worker(name = 'worker', pace = {}): Promise<NewsProcess> {
  const process = tables.process(name, { pace: { ...neverLooks, ...pace } })
  process.relay.attend()
  await process.listener.tried()
  return process
}

function textOf(told: readonly Json[]): string {
  return told.map((delta) => (delta as { data?: { text?: string } }).data?.text ?? '').join('')
}

describe('a relay', () => {
  it('tells followers in other processes of facts, and whoever listens there', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const changed: (string | undefined)[] = []
    other.listeners.add((session) => void changed.push(session))
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    const before = told.length
    one.relay.wrote('ses_1')
    await untilSo(() => told.length > before)
    expect(new Set(told)).toEqual(new Set(['facts']))
    expect(new Set(changed)).toEqual(new Set(['ses_1']))
    expect(changed.length).toBe(told.length)
  })

  it('tells deltas in their order, words of one text joined, and facts where they belong', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    told.length = 0
    one.relay.publish('ses_1', [step('root'), words('One', 0)])
    one.relay.publish('ses_1', [words(' two', 3)])
    one.relay.publish('ses_1', [])
    one.relay.publish('ses_1', [step('next')])
    await untilSo(() => told.length >= 4)
    expect(told).toEqual([step('root'), words('One two', 0), 'facts', step('next')])
  })

  it('says nothing at all when nobody follows', async () => {
    const one = await worker()
    const said = [await overheard(tables, 'tell'), await overheard(tables, 'follow')]
    one.relay.publish('ses_1', [step('root')])
    one.relay.publish('ses_1', [])
    one.changes.wrote('ses_1')
    await one.close()
    const last = tables.process('last')
    await last.database.rows('SELECT pg_notify($1, $2)', [last.database.channel('tell'), 'the last'])
    await untilSo(() => said.flat().length > 0)
    expect(said).toEqual([['the last'], []])
  })

  it('says nothing of sessions nobody follows when others are followed', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const said = await overheard(tables, 'tell')
    follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    one.relay.publish('ses_2', [step('root')])
    one.relay.publish('ses_1', [step('root')])
    await untilSo(() => said.length > 0)
    expect(said).toEqual(['{"by":"worker","n":1,"told":[["ses_1",{"type":"step.started","path":"root","data":{}}]]}'])
  })

  it('calls back when somebody begins to follow, each time, and tells of facts that were just written', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const begun: string[] = []
    one.relay.onFollowed((session) => {
      begun.push(session)
      one.relay.publish(session, [step('under way')])
    })
    one.relay.onFollowed(() => {
      throw new Error('a mistake of somebody else')
    })
    one.relay.wrote('ses_1')
    const first = follow(other, 'ses_1')
    await untilSo(() => first.told.length === 3)
    expect(first.told).toEqual(['facts', 'facts', step('under way')])
    const second = follow(other, 'ses_1')
    await untilSo(() => second.told.length === 2)
    expect({ begun, told: second.told }).toEqual({ begun: ['ses_1', 'ses_1'], told: ['facts', step('under way')] })
  })

  it('does not hear itself', async () => {
    const [one, other] = [await worker(), await worker('other')]
    const [here, there] = [follow(one, 'ses_1'), follow(other, 'ses_1')]
    await untilSo(() => one.relay.isFollowed('ses_1') && other.relay.isFollowed('ses_1'))
    one.relay.publish('ses_1', [step('of one')])
    await untilSo(() => there.told.includes('facts') && there.told.length > 1)
    other.relay.publish('ses_1', [step('of other')])
    await untilSo(() => here.told.length > 1)
    expect([here.told, there.told]).toEqual([
      ['facts', step('of other')],
      ['facts', step('of one')],
    ])
  })

  it('tells no more to who left', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const [left, stays] = [follow(other, 'ses_1'), follow(other, 'ses_1')]
    await untilSo(() => one.relay.isFollowed('ses_1') && left.told.length > 0)
    left.end()
    left.end()
    one.relay.publish('ses_1', [step('root')])
    await untilSo(() => stays.told.length > 1)
    expect([left.told, stays.told]).toEqual([['facts'], ['facts', step('root')]])
  })

  it('forgets a follower that is silent, not one that goes on', async () => {
    const pace = { silenceMs: 150, followMs: 20 }
    const one = await worker('worker', pace)
    const [dies, lives] = [tables.process('dies', { pace }), tables.process('lives', { pace })]
    follow(dies, 'ses_1')
    follow(lives, 'ses_2')
    await untilSo(() => one.relay.isFollowed('ses_1') && one.relay.isFollowed('ses_2'))
    await dies.close()
    await untilSo(() => !one.relay.isFollowed('ses_1'))
    expect(one.relay.isFollowed('ses_2')).toBe(true)
  })

  it('hears of followers that were there before it', async () => {
    const said = await overheard(tables, 'follow')
    const other = tables.process('other', { pace: { ...neverLooks, followMs: 20 } })
    follow(other, 'ses_1')
    await untilSo(() => said.some((payload) => payload.includes('"new"')))
    const one = tables.process('late', { pace: neverLooks })
    const begun: string[] = []
    one.relay.onFollowed((session) => void begun.push(session))
    await untilSo(() => one.relay.isFollowed('ses_1'))
    const before = said.length
    await untilSo(() => said.length > before + 1)
    expect(begun).toEqual(['ses_1'])
  })

  it('announces thousands of sessions', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const ids = Array.from({ length: 3000 }, (_, at) => `ses_of_a_longer_name_${at}`)
    for (const id of ids) follow(other, id)
    await untilSo(() => ids.every((id) => one.relay.isFollowed(id)))
    expect(one.relay.isFollowed('ses_of_a_longer_name_3000')).toBe(false)
  })

  it('is back after its connection was broken: what was missed is looked for, and told again from then on', async () => {
    const said = await overheard(tables, 'tell')
    const one = await worker()
    // Away for long enough for what is to be missed.
    const other = tables.process('other', { pace: neverLooks, listening: { firstPauseMs: 500 } })
    const begun: string[] = []
    one.relay.onFollowed((session) => void begun.push(session))
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1') && other.listener.isUp)
    await breakListener(tables, other)
    one.relay.publish('ses_1', [step('missed')])
    await untilSo(() => said.length > 0)
    await untilSo(() => begun.length === 2)
    one.relay.publish('ses_1', [step('heard')])
    await untilSo(() => told.includes('facts') && told.length >= 3)
    expect(told).toEqual(['facts', 'facts', step('heard')])
  })

  it('finds facts by looking when nothing can be heard', async () => {
    const one = tables.process('worker')
    const other = tables.process('other', { pace: { lookMs: 10 }, listensAt: nowhere })
    await writeSession(one, 'ses_looked_at')
    const { told, end } = follow(other, 'ses_looked_at')
    await untilSo(() => told.length === 1)
    await writeFact(one, 'ses_looked_at', 2)
    await untilSo(() => told.length === 2)
    await one.database.rows(`UPDATE session SET state = 'parked' WHERE id = $1`, ['ses_looked_at'])
    await untilSo(() => told.length === 3)
    await one.database.rows('DELETE FROM session WHERE id = $1', ['ses_looked_at'])
    await untilSo(() => told.length === 4)
    expect([other.listener.isUp, told]).toEqual([false, ['facts', 'facts', 'facts', 'facts']])
    end()
  })

  it('tells nothing by looking while nothing moves', async () => {
    const other = tables.process('other', { pace: { lookMs: 5 }, listensAt: nowhere })
    await writeSession(other, 'ses_still')
    await writeSession(other, 'ses_moving')
    const [still, moving] = [follow(other, 'ses_still'), follow(other, 'ses_moving')]
    for (let seq = 2; seq < 8; seq++) {
      const before = moving.told.length
      await writeFact(other, 'ses_moving', seq)
      await untilSo(() => moving.told.length > before)
    }
    expect(still.told).toEqual(['facts'])
  })

  it('tells a long text in pieces, and leaves out what is large and has none', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    told.length = 0
    const text = 'Žluťoučký "kůň"\n😀\0'.repeat(2000)
    one.relay.publish('ses_1', [words(text, 0), { type: 'tool.progress', path: 'a', data: 'x'.repeat(9000) }])
    one.relay.publish('ses_1', [step('after')])
    await untilSo(() => told.length > 0 && told.at(-1) !== undefined && textOf(told).length >= text.length)
    await untilSo(() => JSON.stringify(told.at(-1)) === JSON.stringify(step('after')))
    expect(textOf(told)).toBe(text)
    expect(told.every((delta) => (delta as { type: string }).type !== 'tool.progress')).toBe(true)
  })

  it('keeps little of what it cannot tell fast enough, never blocks, and loses no word of facts', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    told.length = 0
    for (let at = 0; at < 200_000; at++) one.relay.publish('ses_1', [step(`step ${at}`)])
    one.relay.publish('ses_1', [])
    await untilSo(() => told.at(-1) === 'facts')
    expect(told.length).toBeLessThan(3000)
    expect(told.slice(0, 2)).toEqual([step('step 0'), step('step 1')])
  })

  it('says what is left when it is closed', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    const { told } = follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    told.length = 0
    one.relay.publish('ses_1', [step('last')])
    await one.close()
    one.relay.publish('ses_1', [step('too late')])
    await untilSo(() => told.length > 0)
    expect(told).toEqual([step('last')])
  })

  it('neither throws nor waits for a server that is gone', async () => {
    const [one, other] = [await worker(), tables.process('other', { pace: neverLooks })]
    follow(other, 'ses_1')
    await untilSo(() => one.relay.isFollowed('ses_1'))
    await one.database.close()
    one.relay.publish('ses_1', [step('lost')])
    one.relay.wrote('ses_1')
    await one.relay.close()
    expect(one.relay.isFollowed('ses_1')).toBe(false)
  })
})
