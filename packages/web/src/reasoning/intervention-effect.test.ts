import { describe, expect, it } from 'vitest'
import { behind, gate, told } from '../../../../test/support/kernel.ts'
import {
  decides,
  plans,
  prepares,
  rates,
  reasoning,
  type Script,
  startReason,
  step,
} from '../../../../test/support/reason-runs.ts'
import { readLog } from '../../test/support/loop-log.ts'
import { effectsOf } from './intervention-effect.ts'

type Session = Awaited<ReturnType<typeof startReason>>['session']

/** A session that is held in its first step while somebody does something to it; then it goes on to its end. */
async function effectsAfter(act: (session: Session) => Promise<unknown>, script: Script = {}) {
  const at = gate()
  const first = behind(at, prepares('1'))
  const plan = plans(step('1'), step('2', '1'))
  const { session, runtime } = await startReason(
    reasoning({ 'plan#1': plan, 'step#1/reason-step/prepare#1': first, ...script }),
  )
  await at.isReached
  await told(act(session) as never)
  at.open()
  await session.outcome
  const log = await readLog(runtime, session.id)
  return [...log.interventions.values()].map(({ id, action }) => ({ action, effects: effectsOf(log, { id, action }) }))
}

describe('the effect of an intervention', () => {
  it('is the request that carried the guidance', async () => {
    const [steer] = await effectsAfter((session) => session.steer('Be exact.', { by: 'ada' }))
    expect(steer).toEqual({
      action: 'steer',
      effects: [{ text: 'carried by prepare', path: 'step#2/reason-step/prepare#1' }],
    })
  })

  it('is the plan that came after it, too', async () => {
    const script = {
      'step#2/reason-step/evaluate#1': rates(1),
      'decide#1': decides('adjust', { new_plan: [step('3')] }),
    }
    const [steer] = await effectsAfter((session) => session.steer('Be exact.', { by: 'ada' }), script)
    expect(steer?.effects[1]).toEqual({ text: 'then plan v1 → v2, 1 step added', path: 'publish#4' })
  })

  it('is what is other in the plan of a person', async () => {
    const mine = { ...step('mine'), goal: 'Ask Ada.' }
    const [plan] = await effectsAfter((session) => session.editPlan([mine], { by: 'ada' }))
    expect(plan?.effects).toEqual([{ text: 'plan v1 → v2, 1 step added, 1 step removed', path: 'publish#2' }])
  })

  it('is the step whose result is a person’s', async () => {
    const [override] = await effectsAfter((session) =>
      session.override({ result: 'Found it.', path: 'step#2' }, { by: 'ada' }),
    )
    expect(override?.effects).toEqual([{ text: 'the result of step 2 is that of ada', path: 'step#2' }])
  })

  it('is in how many requests the context was', async () => {
    const [context] = await effectsAfter((session) => session.addContext('It is winter.', { by: 'ada' }))
    expect(context?.effects[0]?.text).toMatch(/^in \d requests since, from \w+ on$/)
  })

  it('is how long it stood still, and who went on', async () => {
    const [pause] = await effectsAfter(async (session) => {
      await told(session.pause({ by: 'ada' }) as never)
      return session.resume({ by: 'bo' })
    })
    expect(pause?.effects[0]?.text).toMatch(/^it stood still for .+, until bo resumed$/)
  })

  it('is how a session ended that was to finish', async () => {
    const [finish] = await effectsAfter((session) => session.finish({ by: 'ada' }))
    expect(finish?.effects[0]?.text).toMatch(/^it ended (at once|after \d more steps?): /)
  })
})
