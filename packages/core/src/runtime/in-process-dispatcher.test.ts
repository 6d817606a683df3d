import { expect, it } from 'vitest'
import { turns } from '../../../../test/support/kernel.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { inProcessDispatcher } from './in-process-dispatcher.ts'

/** A worker whose sessions end when they are told to. */
function worker() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: async (session: string) => {
      ends.get(session)?.()
      await turns()
    },
    loops: () => [],
    async run(session: string) {
      begun.push(session)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(session, resolve)
      return { over: promise }
    },
    setAside: async () => {},
  }
}

it('runs as many sessions at once as there may be, the others when there is room', async () => {
  const dispatcher = inProcessDispatcher({ clock: simulatedClock(), concurrency: 2 })
  const { begun, end, ...taking } = worker()
  dispatcher.work(taking)
  for (const id of ['a', 'b', 'c', 'd', 'c']) await dispatcher.offer(id)
  await turns()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('runs those of higher priority first, then those that were begun, as was said last', async () => {
  const dispatcher = inProcessDispatcher({ clock: simulatedClock(), concurrency: 1 })
  const { begun, end, ...taking } = worker()
  dispatcher.work(taking)
  const offer = (id: string, priority: number, hasBegun = false) =>
    dispatcher.offer(id, { priority, notBefore: null, hasBegun })
  await offer('first', 0)
  await turns()
  await dispatcher.offer('usual')
  await offer('low', -1)
  await offer('urgent', 5)
  await offer('also urgent', 5)
  await offer('begun', 0, true)
  await offer('low', 9)
  const order = ['first', 'low', 'urgent', 'also urgent', 'begun', 'usual']
  for (const id of order) await end(id)
  expect(begun).toEqual(order)
})

it('makes room when a session cannot be run', async () => {
  const dispatcher = inProcessDispatcher({ clock: simulatedClock(), concurrency: 1 })
  const asked: string[] = []
  dispatcher.work({
    loops: () => [],
    async run(session) {
      asked.push(session)
      if (session === 'a') throw new Error('There is no such tool.')
      return undefined
    },
    setAside: async () => {},
  })
  for (const id of ['a', 'b', 'c']) await dispatcher.offer(id)
  await turns()
  expect(asked).toEqual(['a', 'b', 'c'])
})

it('hands out nothing when nobody works any more', async () => {
  const dispatcher = inProcessDispatcher({ clock: simulatedClock() })
  const { begun, ...taking } = worker()
  const stop = dispatcher.work(taking)
  await stop()
  await dispatcher.offer('a')
  await turns()
  expect(begun).toEqual([])
})
