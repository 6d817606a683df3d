import { GyreError } from '@gyre/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { desk, place, queue, type TestWorkerOptions, testWorker } from '../../../test/dispatch-bench.ts'
import { Boss } from './boss.ts'
import { DeadLetters } from './dead-letters.ts'
import { Intake } from './intake.ts'
import { Slots } from './slots.ts'
import { Troubles } from './troubles.ts'

const candidate = (id: string, kind: string) => ({ id, kind, deaths: 0 })
const kind = 'local\x1f\x1f'

/** One with two sessions to take. */
async function intakeWith(options: TestWorkerOptions) {
  const { store } = await desk(await place(), { concurrency: 0 })
  const { database, listener } = store
  const boss = new Boss({ database, listener, troubles: new Troubles(), onWork: async () => {} })
  onTestFinished(() => boss.close())
  const worker = testWorker(store, options)
  const slots = new Slots(10, () => {})
  const onRoom = vi.fn()
  const deadLetters = new DeadLetters(database, boss)
  const intake = new Intake({ database, boss, deadLetters, slots, worker, troubles: new Troubles(), onRoom })
  await queue(store, ['s1', 's2'])
  slots.take(2)
  return { intake, worker, onRoom, slots }
}

/** One that has taken `s1`, and was refused `s2` for a limit. */
async function fullIntake() {
  const full = await intakeWith({ limits: { perOwner: 1 } })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await full.intake.take([candidate('s1', kind)])
  await full.intake.take([candidate('s2', kind)])
  return full
}

it('remembers for two seconds of which kind one was refused', async () => {
  const { intake } = await fullIntake()
  expect(intake.fullKinds).toEqual([kind])
  vi.setSystemTime(Date.now() + 1900)
  expect(intake.fullKinds).toEqual([kind])
  vi.setSystemTime(Date.now() + 100)
  expect(intake.fullKinds).toEqual([])
})

it('has room again when one that counted is over', async () => {
  const { intake, worker, onRoom } = await fullIntake()
  worker.running.get('s1')?.end()
  await vi.waitFor(() => expect(onRoom).toHaveBeenCalledOnce())
  expect(intake.fullKinds).toEqual([])
})

it('takes one that cannot be run for no sign of a limit, and leaves it to others', async () => {
  const damaged = new GyreError('store-corrupt', 'Its journal has no beginning.')
  const { intake, worker, slots } = await intakeWith({ fails: (id) => (id === 's1' ? damaged : undefined) })
  await intake.take([candidate('s1', kind), candidate('s2', kind)])
  expect(intake.fullKinds).toEqual([])
  expect([...intake.leftAlone.keys()]).toEqual(['s1'])
  expect([...worker.running.keys()]).toEqual(['s2'])
  expect(slots.taken).toBe(1)
})

it('has nothing against a session that could not be had because the server was away', async () => {
  const away = new GyreError('store-unreachable', 'It does not answer.')
  const { intake } = await intakeWith({ fails: () => away })
  await intake.take([candidate('s1', kind), candidate('s2', kind)])
  expect([intake.fullKinds, intake.leftAlone.size]).toEqual([[], 0])
})

it('asks once for one that is found twice in the same moment, and keeps no slot for the second', async () => {
  const { intake, worker, slots } = await intakeWith({})
  await Promise.all([intake.take([candidate('s1', kind)]), intake.take([candidate('s1', kind)])])
  expect([worker.asked, [...worker.running.keys()], slots.free]).toEqual([['s1'], ['s1'], 9])
})

it('does not ask again for one that was left to others after it was found', async () => {
  const missing = new GyreError('tool-unknown', 'There is no tool `search` here.')
  const { intake, worker, slots } = await intakeWith({ fails: () => missing })
  await intake.take([candidate('s1', kind)])
  await intake.take([candidate('s1', kind)])
  expect([worker.asked, slots.free]).toEqual([['s1'], 10])
})
