import { describe, expect, it } from 'vitest'
import { loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { providerOf, waitsOf } from './dispatch-terms.ts'

const saying = loopOf('saying', async () => 'Done.')
const model = modelOf(() => says('x'))

describe('how a session waits', () => {
  it('is not said by a session that need not wait', () => {
    expect(waitsOf()).toBeUndefined()
    expect(waitsOf({ thread: 'thr_1' })).toBeUndefined()
    expect(waitsOf({ queue: false })).toBeUndefined()
  })

  it('is by priority and from a time on', () => {
    expect(waitsOf({ queue: true })).toEqual({ priority: 0, notBefore: null })
    expect(waitsOf({ priority: -3 })).toEqual({ priority: -3, notBefore: null })
    expect(waitsOf({ notBefore: new Date(5000) })).toEqual({ priority: 0, notBefore: 5000 })
  })

  it.each([[{ priority: 1.5 }], [{ priority: 1001 }], [{ notBefore: new Date('never') }]])(
    'is refused where it makes no sense: %o',
    (options) => {
      expect(() => waitsOf(options)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    },
  )
})

it.each([
  ['openai/gpt-5', 'openai'],
  ['ollama/library/qwen', 'ollama'],
  ['demo', null],
])('the provider of %s is %s', (author, provider) => {
  expect(providerOf({ models: { author, planner: '', judge: '', utility: '' } })).toBe(provider)
})

describe('a session with a time before which nobody begins it', () => {
  it('is begun by its own process when the time has come', async () => {
    const { runtime, clock, store } = world({ loops: [saying] })
    const notBefore = new Date(clock.now() + 60_000)
    const session = await runtime.start(saying, 'Go.', { model, notBefore })
    await clock.advance(59_999)
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'queued', token: 0 })
    await clock.advance(1)
    await turns()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('is begun at once when somebody asks for it', async () => {
    const { runtime, clock } = world({ loops: [saying] })
    const session = await runtime.start(saying, 'Go.', { model, notBefore: new Date(clock.now() + 60_000) })
    await runtime.resume(session.id)
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('ends at once when it is aborted, and nothing of it is done', async () => {
    const asked: string[] = []
    const asking = loopOf('asking', async (ctx) => (await ctx.generate([user('x')])).text)
    const counted = modelOf((_, { path }) => {
      asked.push(path)
      return says('x')
    })
    const { runtime, clock } = world({ loops: [asking] })
    const notBefore = new Date(clock.now() + 60_000)
    const session = await runtime.start(asking, 'Go.', { model: counted, notBefore })
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: null })
    expect(asked).toEqual([])
  })
})
