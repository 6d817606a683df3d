import { expect, it, onTestFinished, vi } from 'vitest'
import { desk, place, queue, testWorker } from '../../../test/dispatch-bench.ts'
import { Boss } from './boss.ts'
import { DeadLetters } from './dead-letters.ts'
import { Intake } from './intake.ts'
import { Slots } from './slots.ts'
import { Troubles } from './troubles.ts'

const candidate = (id: string, kind: string) => ({ id, kind, deaths: 0 })
const kind = 'local\x1f\x1f'

/** One that has taken `s1`, and was refused `s2` for a limit. */
async function fullIntake() {
  const { store } = await desk(await place(), { concurrency: 0 })
  const { database, listener } = store
  const boss = new Boss({ database, listener, troubles: new Troubles(), onWork: async () => {} })
  onTestFinished(() => boss.close())
  const worker = testWorker(store, { limits: { perOwner: 1 } })
  const slots = new Slots(10, () => {})
  const onRoom = vi.fn()
  const deadLetters = new DeadLetters(database, boss)
  const intake = new Intake({ database, boss, deadLetters, slots, worker, troubles: new Troubles(), onRoom })
  await queue(store, ['s1', 's2'])
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  slots.take(2)
  await intake.take([candidate('s1', kind)])
  await intake.take([candidate('s2', kind)])
  return { intake, worker, onRoom }
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
