import type { KeyValue } from '@gyre/core'
import { type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { brokenTable } from '../../../../../test/guard/guarded.ts'
import { turns } from '../../../../../test/support/kernel.ts'
import type { CallEnd } from './breaker.ts'
import { ToolBreaker } from './tool-breaker.ts'

const start = Date.UTC(2026, 0, 1)
const rest = 300_000

/** A table and two processes that use it. */
function processes(keyValue: KeyValue = memoryStore().keyValue) {
  const clock: SimulatedClock = simulatedClock(start)
  const open = () => new ToolBreaker('send', clock, keyValue)
  return { clock, keyValue, here: open(), there: open(), stored: () => keyValue.get('breaker/send') }
}

const fail = (breaker: ToolBreaker, times = 3) =>
  Array.from({ length: times }, () => end(breaker, 'failed')).filter((note) => note !== undefined)

const end = (breaker: ToolBreaker, how: CallEnd) => breaker.ended(how, breaker.turn)

describe('the breaker of a tool', () => {
  it('tells of each change with the call that made it, and writes it down', async () => {
    const { clock, here, stored } = processes()
    expect(fail(here)).toEqual([{ name: 'breaker.opened', value: { tool: 'send', failures: 3, until: start + rest } }])
    await turns(1)
    expect(await stored()).toEqual({ state: 'open', failures: 3, since: start, until: start + rest })

    await clock.advance(rest)
    expect(here.takeNotes()).toBeUndefined()
    here.enter(2_000)
    expect(here.takeNotes()).toEqual([
      { name: 'breaker.half-open', value: { tool: 'send', failures: 3, until: start + rest + 2_000 } },
    ])
    expect(here.takeNotes()).toBeUndefined()
    await turns(1)
    expect(await stored()).toMatchObject({ state: 'half-open', until: start + rest + 2_000 })

    expect(end(here, 'answered')).toEqual({ name: 'breaker.closed', value: { tool: 'send' } })
    await turns(1)
    expect(await stored()).toEqual({ state: 'closed', failures: 0, since: start + rest, until: 0 })
  })

  it('says how often the tool failed and when to try again', async () => {
    const { clock, here } = processes()
    expect(here.look()).toBeUndefined()
    fail(here)
    await clock.advance(1_500)
    expect(here.look()).toEqual({
      kind: 'refuse',
      by: 'breaker',
      text: 'Not run: `send` failed 3 times in a row, and is left alone for now. Try again in 299 s, or go on without it.',
    })
    await clock.advance(rest - 1_500)
    expect(here.look()).toBeUndefined()
    here.enter(2_000)
    expect(here.look()?.text).toBe(
      'Not run: `send` failed 3 times in a row, and another call is trying it just now. Try again in 2 s, or go on without it.',
    )
  })

  it('writes nothing while nothing changes', async () => {
    const { here, stored } = processes()
    fail(here, 2)
    end(here, 'answered')
    end(here, 'left')
    here.enter(1_000)
    await turns(1)
    expect(await stored()).toBeUndefined()
  })
})

describe('the breaker of a tool in another process', () => {
  it('is known when it is recalled', async () => {
    const { here, there } = processes()
    fail(there)
    await turns(1)
    expect(here.look()).toBeUndefined()
    await here.recall()
    expect(here.report).toEqual({ tool: 'send', state: 'open', failures: 3, since: start, until: start + rest })
    expect(here.look()?.by).toBe('breaker')
  })

  it('does not undo what is newer here', async () => {
    const { clock, here, keyValue } = processes()
    await clock.advance(1)
    await here.reset()
    const late = { state: 'open', failures: 3, since: start, until: start + rest }
    await keyValue.set('breaker/send', late)
    await here.recall()
    expect(here.report.state).toBe('closed')
    await keyValue.set('breaker/send', { ...late, since: start + 1 })
    await here.recall()
    expect(here.report.state).toBe('open')
  })

  it('does not undo what is being written here', async () => {
    const slow = memoryStore().keyValue
    const held = Promise.withResolvers<void>()
    const { here, there } = processes({
      get: (key) => slow.get(key),
      set: async (key, value) => {
        await held.promise
        await slow.set(key, value)
      },
      increment: (key, by) => slow.increment(key, by),
      delete: (key) => slow.delete(key),
    })
    await slow.set('breaker/send', { ...there.report, tool: undefined, since: start + 9_000 })
    fail(here)
    await here.recall()
    expect(here.report.state).toBe('open')
    held.resolve()
  })

  it('leaves failures counted here as they are', async () => {
    const { clock, here, there } = processes()
    await clock.advance(1)
    await there.reset()
    fail(here, 2)
    await here.recall()
    expect(here.report.failures).toBe(2)
  })

  it('is reset by a person, which a refused call finds out, looking once a second at most', async () => {
    let reads = 0
    const table = memoryStore().keyValue
    const counted: KeyValue = {
      get: (key) => {
        reads += 1
        return table.get(key)
      },
      set: (key, value) => table.set(key, value),
      increment: (key, by) => table.increment(key, by),
      delete: (key) => table.delete(key),
    }
    const { clock, here, there, stored } = processes(counted)
    fail(here)
    await turns(1)
    for (let call = 0; call < 5; call++) here.look()
    await turns(1)
    expect(reads).toBe(1)
    await clock.advance(10)
    await there.reset()
    expect(await stored()).toEqual({ state: 'closed', failures: 0, since: start + 10, until: 0 })
    reads = 0
    await clock.advance(989)
    expect(here.look()?.by).toBe('breaker')
    await turns(1)
    expect(reads).toBe(0)
    await clock.advance(1)
    // This one is refused, and looks.
    expect(here.look()?.by).toBe('breaker')
    await turns(1)
    expect(here.look()).toBeUndefined()
    expect(reads).toBe(1)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'open'],
    ['a list', ['open']],
    ['null', null],
    ['a state nobody knows', { state: 'ajar', failures: 3, since: start, until: start + rest }],
    ['no numbers', { state: 'open', failures: '3', since: null, until: start + rest }],
  ])('is not known where the table holds %s', async (_, value) => {
    const { here, keyValue } = processes()
    if (value !== undefined) await keyValue.set('breaker/send', value as never)
    await here.recall()
    expect(here.report).toEqual({ tool: 'send', state: 'closed', failures: 0, since: 0, until: 0 })
  })
})

describe('a table that cannot be reached', () => {
  it('keeps no breaker from working here', async () => {
    const { clock, here } = processes(brokenTable)
    fail(here)
    expect(here.look()?.by).toBe('breaker')
    await turns(2)
    await clock.advance(rest)
    here.enter(1_000)
    expect(end(here, 'answered')?.name).toBe('breaker.closed')
    await turns(2)
  })

  it('is told to a person who resets a breaker, which works here all the same', async () => {
    const { here } = processes(brokenTable)
    fail(here)
    await expect(here.reset()).rejects.toThrow('no connection')
    expect(here.look()).toBeUndefined()
  })

  it('that fails once gets what is written later', async () => {
    const table = memoryStore().keyValue
    let isBroken = true
    const { here, clock } = processes({
      ...brokenTable,
      get: (key) => table.get(key),
      set: (key, value) => (isBroken ? Promise.reject(new Error('no connection')) : table.set(key, value)),
    })
    fail(here)
    await turns(2)
    isBroken = false
    await clock.advance(rest)
    here.enter(1_000)
    await turns(2)
    expect(await table.get('breaker/send')).toMatchObject({ state: 'half-open' })
  })
})
