/** Going on with another version of a loop: small changes are noted, others leave the session to the old version. */
import { says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { begun, faultsOf } from '../support/compare.ts'
import { changedTalker, talker } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { goOn, MemoryWorld, type Process, start } from '../support/world.ts'

const talk: Scenario = {
  name: 'a talk',
  loop: talker(),
  task: 'weather',
  tools: ['put'],
  replies: { 'talk#1': says('sunny'), 'talk#2': says('still'), 'runLoop#1/closing/sum#1': says('fine') },
  end: { answer: 'sunny, fine', outcome: 'answered' },
}

const rest = ['model runLoop#1/closing/sum#1', 'model talk#2', 'tool act#2[0]']

/** A talk whose process died after its first turn. */
async function cutShort(options: Scenario['options'] = {}) {
  const world = new MemoryWorld({ ...talk, options })
  await start(world, world.process({ death: { afterAppend: 2 } }))
  return { world, id: await world.sessionId() }
}

/** Why a process could not go on. */
async function refusal({ runtime }: Process, id: string): Promise<unknown> {
  const session = await runtime.resume(id)
  return session.outcome.then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function factsOfType(world: MemoryWorld, type: string) {
  return (await world.rows()).filter((row) => row.type === type)
}

it('an edited prompt is recorded as one drift, and the session goes on to its end', async () => {
  const { world } = await cutShort()
  const next = world.process({ loop: talker({ own: 'Talk in verse.' }) })
  expect(await goOn(world, next)).toMatchObject(talk.end)
  expect(begun(next.hand.effects)).toEqual(rest)
  const [drift, ...others] = await factsOfType(world, 'drift')
  expect({ path: drift?.path, others }).toEqual({ path: 'talk#1', others: [] })
  expect(drift?.data).toContain('Talk in verse.')
  expect(await faultsOf(world)).toEqual([])
})

it('a drift is recorded once, however often the session is taken up', async () => {
  const { world } = await cutShort()
  const loop = talker({ own: 'Talk in verse.' })
  await goOn(world, world.process({ loop, death: { afterAppend: 2 } }))
  await goOn(world, world.process({ loop, death: { afterAppend: 1 } }))
  expect(await goOn(world, world.process({ loop }))).toMatchObject(talk.end)
  expect(await factsOfType(world, 'drift')).toHaveLength(1)
})

it('a strict session stops at an edited prompt and can be ended by the old version', async () => {
  const { world, id } = await cutShort({ strict: true })
  const edited = world.process({ loop: talker({ own: 'Talk in verse.' }) })
  expect(await refusal(edited, id)).toMatchObject({ code: 'journal-drift', details: { path: 'talk#1' } })
  expect(begun(edited.hand.effects)).toEqual([])
  const old = world.process()
  expect(await old.runtime.list({})).toMatchObject([{ state: 'parked', mirror: { status: 'waiting' } }])
  expect(await goOn(world, old)).toMatchObject(talk.end)
  expect(begun(old.hand.effects)).toEqual(rest)
})

it('a strict session with unchanged prompts does not stop', async () => {
  const { world } = await cutShort({ strict: true })
  expect(await goOn(world, world.process())).toMatchObject(talk.end)
})

it('another kind of step stops the session, names both, and leaves it to the old version', async () => {
  const { world, id } = await cutShort()
  const changed = world.process({ loop: changedTalker })
  expect(await refusal(changed, id)).toMatchObject({
    code: 'journal-mismatch',
    message: 'Step `talk#1` was a `generate` and is now a `plan`.',
    details: { path: 'talk#1', was: 'generate', now: 'plan' },
  })
  expect(begun(changed.hand.effects)).toEqual([])
  const old = world.process()
  expect(await old.runtime.list({})).toMatchObject([{ state: 'parked', mirror: { status: 'waiting' } }])
  expect(await goOn(world, old)).toMatchObject(talk.end)
  expect(begun(old.hand.effects)).toEqual(rest)
})

it('a refused session tells why in its journal', async () => {
  const { world, id } = await cutShort()
  await refusal(world.process({ loop: changedTalker }), id)
  const [status] = await factsOfType(world, 'session.status')
  expect(JSON.parse(status?.data ?? '')).toMatchObject({ status: 'waiting', error: { code: 'journal-mismatch' } })
})
