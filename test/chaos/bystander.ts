/** A process among the workers that runs nothing: it starts sessions, sends to them and looks on. */
import { Runtime, type Store, type Tool } from '@gyre/core'
import { postgresDispatcher, postgresStore } from '@gyre/stores/postgres'
import { crowdEquipment, crowdLoop } from './crowd-loop.ts'

export class Bystander {
  readonly store: Store
  readonly runtime: Runtime
  /** Those every worker has. Sessions with others would have to run here. */
  readonly tools: readonly Tool[]
  readonly #dispatcher: Awaited<ReturnType<typeof postgresDispatcher>>

  private constructor(store: Store, dispatcher: Awaited<ReturnType<typeof postgresDispatcher>>) {
    const { model, tools } = crowdEquipment(0, () => {})
    this.store = store
    this.tools = tools
    this.#dispatcher = dispatcher
    this.runtime = new Runtime({ store, dispatcher, loops: [crowdLoop], models: [model], tools })
  }

  /** With connections of its own. */
  static async open(url: string, schema: string): Promise<Bystander> {
    const store = await postgresStore(url, { schema, key: 'chaos' })
    return new Bystander(store, await postgresDispatcher(store, { concurrency: 0, version: 'chaos' }))
  }

  async close(): Promise<void> {
    await this.runtime.close({ keepStore: true })
    await this.#dispatcher.close()
    await this.store.close()
  }
}
