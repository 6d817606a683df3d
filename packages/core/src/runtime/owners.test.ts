import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { loopOf } from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { Runtime } from './runtime.ts'

const model = modelOf(() => says('Yes.'))

function shared() {
  const store = memoryStore()
  const told: string[] = []
  const local = new Runtime({
    store,
    model,
    loops: [direct],
    onRun: ({ owner, after }) => told.push(`${owner} ${after}`),
  })
  return { store, told, local, anna: local.as('anna') }
}

describe('a runtime for another owner', () => {
  it('runs sessions that are theirs alone', async () => {
    const { local, anna, store } = shared()
    const session = await anna.start('direct', 'Hello.')
    expect((await session.outcome).answer).toBe('Yes.')
    expect((await store.sessions.get(session.id))?.owner).toBe('anna')
    expect((await anna.list()).map(({ id }) => id)).toEqual([session.id])
    expect(await local.list()).toEqual([])
  })

  it('shows nothing of them to others', async () => {
    const { local, anna } = shared()
    const { id } = await anna.start(
      loopOf('asking', async (ctx) => ctx.askHuman('Who?')),
      'Ask.',
    )
    const unknown = { code: 'session-unknown' }
    await expect(local.session(id)).rejects.toMatchObject(unknown)
    await expect(local.read(id)).rejects.toMatchObject(unknown)
    await expect(local.resume(id)).rejects.toMatchObject(unknown)
    await expect(local.send(id, 'abort')).rejects.toMatchObject(unknown)
    await expect(local.fork(id, { at: 1 })).rejects.toMatchObject(unknown)
    await expect(local.outcomeOf(id)).rejects.toMatchObject(unknown)
    await expect(local.idleOf(id)).rejects.toMatchObject(unknown)
    await expect(local.events(id).next()).rejects.toMatchObject(unknown)
    await expect(local.export(id).next()).rejects.toMatchObject(unknown)
    expect(await anna.idleOf(id)).toBe('waiting')
  })

  it('has its own personas and prompts, and the settings of all', async () => {
    const { local, anna } = shared()
    await anna.personas.save({ name: 'poet', loop: 'direct' })
    await local.settings.set('default_loop', 'direct')
    expect((await local.personas.list()).map(({ persona }) => persona.name)).toEqual([])
    expect((await anna.personas.list()).map(({ persona }) => persona.name)).toEqual(['poet'])
    expect((await anna.settings.values()).default_loop).toBe('direct')
  })

  it('is itself for its own owner, and is closed with the one it was made of', async () => {
    const { local, anna } = shared()
    expect(local.as('local')).toBe(local)
    await anna.close()
    expect((await (await local.start('direct', 'Hello.')).outcome).outcome).toBe('answered')
    await local.close()
    await expect(anna.outcomeOf('ses_x')).rejects.toMatchObject({ code: 'session-unknown' })
  })

  it('tells whoever observes of every session that is run here', async () => {
    const { local, anna, told } = shared()
    await (await anna.start('direct', 'Hello.')).outcome
    await (await local.start('direct', 'Hello.')).outcome
    expect(told).toEqual(['anna 1', 'local 1'])
  })
})
