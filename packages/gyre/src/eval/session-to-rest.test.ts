import { setImmediate } from 'node:timers/promises'
import { defineLoop, Runtime } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { sessionToRest } from './session-to-rest.ts'

const loop = defineLoop({ name: 'brief', run: async () => 'done' })
const thread = 'eval:1'
const options = { thread, model: modelOf(() => says('')) }
const cell = { thread, wanted: { loop, task: 'Go.', options } } as const
const until = (signal = new AbortController().signal) => ({ signal, counts: () => true })

/** A store in which something happens just before it counts for the first time. */
function storeWith(happens: () => Promise<unknown>) {
  const store = memoryStore()
  const { keyValue } = store
  let isFirst = true
  const increment: typeof keyValue.increment = async (...args) => {
    if (isFirst) {
      isFirst = false
      await happens()
    }
    return keyValue.increment(...args)
  }
  const get: typeof keyValue.get = (key) => keyValue.get(key)
  const set: typeof keyValue.set = (...args) => keyValue.set(...args)
  const remove: typeof keyValue.delete = (key) => keyValue.delete(key)
  return { ...store, keyValue: { get, set, increment, delete: remove } }
}

/** What it was told of waiting, each once. */
function watchedWaits() {
  const told: string[] = []
  const tell = (text: string) => void (told.at(-1) === text || told.push(text))
  const began = (name: string, what: string) => tell(`${name} waits: ${what}`)
  return { told, waits: { began, ended: (name: string) => tell(`${name} goes on`) } }
}

describe('a session that is wanted', () => {
  it('tells that it waits while another process is about to begin it, until that claim is over', async () => {
    const runtime = new Runtime({ store: memoryStore() })
    const { told, waits } = watchedWaits()
    const claim = `eval-begin:${thread}`
    await runtime.store.keyValue.increment(claim, 1)
    const resting = sessionToRest(runtime, cell, { ...until(), waits })
    while (told.length === 0) await setImmediate()
    await runtime.store.keyValue.delete(claim)
    expect(await resting).toMatchObject({ rest: 'ended', isOld: false })
    expect(told).toEqual(['eval:1 waits: begin', 'eval:1 goes on'])
  })

  it('is not begun when another process did so a moment before', async () => {
    const store = storeWith(async () => {
      const session = await new Runtime({ store }).start(loop, 'Go.', options)
      await session.idle()
    })
    const runtime = new Runtime({ store })
    expect(await sessionToRest(runtime, cell, until())).toMatchObject({ rest: 'ended', isOld: true })
    expect(await runtime.list()).toHaveLength(1)
  })

  it('is not begun while another process is at it, and is once that one has let it go', async () => {
    const stopping = new AbortController()
    const store = storeWith(async () => {
      await store.keyValue.increment('eval-begin:eval:1', 1, 1000)
      stopping.abort()
    })
    const runtime = new Runtime({ store })
    expect(await sessionToRest(runtime, cell, until(stopping.signal))).toBeUndefined()
    expect(await runtime.list()).toEqual([])
    await store.keyValue.delete('eval-begin:eval:1')
    expect(await sessionToRest(runtime, cell, until())).toMatchObject({ rest: 'ended', isOld: false })
    expect(await store.keyValue.get('eval-begin:eval:1')).toBeUndefined()
  })
})
