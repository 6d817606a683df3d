import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { factsOfType, gate, loopOf, told, turns, withMethods, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

const costly = loopOf('uses', (ctx) => ctx.cache('k', async (inside) => (await inside.generate([user('x')])).text))

/** A store whose key-value part does not answer to these calls. */
function troubled(said: string, ...names: readonly ('get' | 'set')[]): Store {
  const store = memoryStore()
  const fails = async () => {
    throw new Error(said)
  }
  const keyValue = withMethods(store.keyValue, Object.fromEntries(names.map((name) => [name, fails])))
  return { ...store, keyValue }
}

async function run(store: Store, secrets: readonly string[] = []) {
  const { runtime } = world({ store, secrets })
  const model = modelOf(() => says('x'))
  const session = await runtime.start(costly, 'Go.', { model })
  const end = await session.outcome
  const records = (await factsOfType(runtime, session.id, 'step.finished')).filter(({ path }) => path === 'cache#1')
  const [{ hit, kept, trouble } = {}] = records.map(({ data }) => data as Partial<Record<string, Json>>)
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  const record = { hit, ...(kept !== undefined && { kept }), trouble: String(trouble) }
  return { end, record, model }
}

describe('a cache in trouble', () => {
  it.each<[string, readonly ('get' | 'set')[], object]>([
    ['read', ['get'], { hit: false, trouble: 'It could not be read: down' }],
    ['filled', ['set'], { hit: false, kept: false, trouble: 'It could not be kept: down' }],
    [
      'used at all',
      ['get', 'set'],
      { hit: false, kept: false, trouble: 'It could not be read: down; It could not be kept: down' },
    ],
  ])('that cannot be %s fails no session, and its record says so', async (_, names, data) => {
    const { end, record, model } = await run(troubled('down', ...names))
    expect([end.outcome, end.answer, model.requests.length]).toEqual(['answered', 'x', 1])
    expect(record).toEqual(data)
  })

  it('that cannot be read is filled all the same', async () => {
    const store = troubled('down', 'get')
    const kept: unknown[] = []
    const set: Store['keyValue']['set'] = async (_, value) => {
      kept.push(value)
    }
    await run({ ...store, keyValue: withMethods(store.keyValue, { set }) })
    expect(kept).toMatchObject([{ value: 'x' }])
  })

  it('says no secrets, and not much', async () => {
    const { record } = await run(troubled(`hunter22 ${'x'.repeat(1000)}`, 'get'), ['hunter22'])
    const { trouble } = record
    expect([trouble.slice(0, 40), trouble.length]).toEqual(['It could not be read: [redacted] xxxxxxx', 200])
  })

  it('does not hold up an abort', async () => {
    const store = memoryStore()
    const held = gate()
    const get = () => held.pass().then(() => Promise.reject(new Error('down')))
    const { runtime } = world({ store: { ...store, keyValue: withMethods(store.keyValue, { get }) } })
    let computed = 0
    const counting = loopOf('uses', (ctx) => ctx.cache('k', async () => ++computed))
    const session = await runtime.start(counting, 'Go.', { model: modelOf(() => says('x')) })
    await held.isReached
    await told(session.abort())
    held.open()
    await turns(4)
    expect([(await session.outcome).outcome, computed]).toEqual(['aborted', 0])
  })
})
