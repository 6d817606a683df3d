import { direct, type Store } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it } from 'vitest'
import { open } from '../open.ts'
import { withKeyValue } from './joined-store.ts'

/** A store as a class: nothing of it is a field of the object. */
class OwnStore implements Store {
  readonly #inner = memoryStore()
  #isClosed = false
  get sessions() {
    return this.#inner.sessions
  }
  get journal() {
    return this.#inner.journal
  }
  get interventions() {
    return this.#inner.interventions
  }
  get payloads() {
    return this.#inner.payloads
  }
  get keyValue() {
    return this.#inner.keyValue
  }
  get catalog() {
    return this.#inner.catalog
  }
  get knowledge() {
    return this.#inner.knowledge
  }
  get memories() {
    return this.#inner.memories
  }
  get auditLog() {
    return this.#inner.auditLog
  }
  get worker() {
    return this.#inner.worker
  }
  get keys() {
    return this.#inner.keys
  }
  get leaseMs() {
    return this.#inner.leaseMs
  }
  get isClosed() {
    return this.#isClosed
  }
  onChange(listener: (session?: string) => void) {
    return this.#inner.onChange(listener)
  }
  async close() {
    this.#isClosed = true
    await this.#inner.close()
  }
}

it('lets a store of a class serve a runtime, with the other table', async () => {
  const [own, { keyValue }] = [new OwnStore(), memoryStore()]
  const store = withKeyValue(own, keyValue)
  expect(store.keyValue).toBe(keyValue)
  const runtime = open({ store })
  const session = await runtime.start(direct, 'Is it?', { model: scriptedModel(says('Yes.')) })
  expect(await session.outcome).toMatchObject({ answer: 'Yes.' })
  await runtime.close()
  expect(own.isClosed).toBe(true)
})

it('keeps what tells other processes of sessions, where there is one', () => {
  const relay = { follow: () => () => {}, onFollowed: () => () => {}, isFollowed: () => false, publish: () => {} }
  const { keyValue } = memoryStore()
  expect(withKeyValue({ ...memoryStore(), relay }, keyValue).relay).toBe(relay)
  expect('relay' in withKeyValue(memoryStore(), keyValue)).toBe(false)
})
