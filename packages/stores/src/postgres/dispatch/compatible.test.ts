import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { type Desk, desk, looked, place, queue, testWorker, until } from '../../../test/dispatch-bench.ts'
import { loopNames } from './compatible.ts'

/** What the workers know that are there. */
function noted({ store }: Desk) {
  return store.database.rows('SELECT loops FROM worker ORDER BY loops')
}

describe('a session', () => {
  it('goes to the worker that has the version of its loop', async () => {
    const schema = await place()
    const [newer, same] = [await desk(schema), await desk(schema)]
    const [wrong, right] = [testWorker(newer.store, { loops: ['react@2'] }), testWorker(same.store)]
    same.dispatcher.work(right)
    newer.dispatcher.work(wrong)
    await until(async () => (await noted(same)).length === 2)
    const ids = Array.from({ length: 10 }, (_, at) => `s${at}`)
    await queue(same.store, ids)
    await Promise.all(ids.map((id) => same.dispatcher.offer(id)))
    await until(() => right.running.size === 10)
    expect(wrong.asked).toEqual([])
  })

  it('goes to one that knows its loop by name when nobody has its version', async () => {
    const { store, dispatcher } = await desk(await place())
    const worker = testWorker(store, { loops: ['plan@1', 'react@2'] })
    dispatcher.work(worker)
    await queue(store, ['strange'], { loop: 'vote' })
    await queue(store, ['s1'])
    await Promise.all(['strange', 's1'].map((id) => dispatcher.offer(id)))
    await until(() => worker.running.has('s1'))
    expect(worker.asked).toEqual(['s1'])
  })

  it('does not wait for a worker that takes no more', async () => {
    const schema = await place()
    const [leaving, staying] = [await desk(schema), await desk(schema)]
    const busy = testWorker(leaving.store)
    const stop = leaving.dispatcher.work(busy)
    await queue(leaving.store, ['s1'])
    await until(() => busy.running.has('s1'))
    await stop()
    const worker = testWorker(staying.store, { loops: ['react@2'] })
    staying.dispatcher.work(worker)
    await queue(staying.store, ['s2'])
    await until(() => worker.running.has('s2'))
    expect([await noted(staying), busy.asked]).toEqual([[{ loops: ['react@1'] }, { loops: ['react@2'] }], ['s1']])
  })

  it('that cannot be run here is left to others, and that is said once of all that lack the same', async () => {
    const schema = await place()
    const troubles: string[] = []
    const poor = await desk(schema, { onTrouble: (line) => troubles.push(line) })
    const missing = new GyreError('tool-unknown', 'There is no tool `search` here.')
    const unable = testWorker(poor.store, { fails: () => missing })
    poor.dispatcher.work(unable)
    await queue(poor.store, ['s1'])
    await poor.dispatcher.offer('s1')
    await until(() => unable.asked.length > 0)
    await queue(poor.store, ['s2'])
    await poor.dispatcher.offer('s2')
    await until(() => unable.asked.length > 1)
    await looked(poor.store)
    expect((await poor.dispatcher.fleet()).workers).toMatchObject([
      { leftAlone: { s1: missing.message, s2: missing.message } },
    ])
    const rich = await desk(schema)
    const able = testWorker(rich.store)
    rich.dispatcher.work(able)
    await until(() => able.running.has('s1') && able.running.has('s2'))
    expect([unable.asked, troubles]).toEqual([
      ['s1', 's2'],
      ['Session s1 cannot be run here and is left to other workers: There is no tool `search` here.'],
    ])
  })
})

describe('limits', () => {
  it('keep sessions waiting until there is room', async () => {
    const { store, dispatcher } = await desk(await place())
    const worker = testWorker(store, { limits: { perOwner: 1 } })
    dispatcher.work(worker)
    await queue(store, ['s1', 's2'])
    await Promise.all(['s1', 's2'].map((id) => dispatcher.offer(id)))
    await until(() => worker.running.size === 1)
    const [first] = worker.running.keys()
    await store.database.rows("UPDATE session SET state = 'ended' WHERE id = $1", [first])
    worker.running.get(first ?? '')?.end()
    await until(() => worker.running.size === 1)
    expect([first, ...worker.running.keys()].toSorted()).toEqual(['s1', 's2'])
  })

  it('of one owner do not keep others waiting', async () => {
    const { store, dispatcher } = await desk(await place(), { concurrency: 4 })
    const worker = testWorker(store, { limits: { perOwner: 1 } })
    const crowd = Array.from({ length: 40 }, (_, at) => `crowd ${at}`)
    await queue(store, crowd, { owner: 'crowd' })
    await queue(store, ['alone'], { owner: 'alone' })
    dispatcher.work(worker)
    await until(() => worker.running.size === 2)
    expect(worker.running.has('alone')).toBe(true)
  })
})

describe('the names of loops', () => {
  it('are those before the version', () => {
    expect(loopNames(['react@1', 'react@2', 'a@b@3'])).toEqual(['react', 'a@b'])
  })
})
