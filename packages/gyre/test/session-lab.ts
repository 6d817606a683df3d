/** A data folder with sessions in it, a process that runs them, and others that type `gyre` commands over it. */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { defineLoop, defineTool, type Ids, type Loop, type Model, type Runtime, type Tool } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { invoke } from '../src/cli/invoke.ts'
import { open } from '../src/open.ts'
import { FakeHost } from './fake-host.ts'
import { fakeTools } from './fake-tools.ts'

export type LabOptions = {
  /** Models by name; the first one is the default. Says `Hello.` when left out. */
  readonly models?: readonly Model[]
  readonly loops?: readonly Loop[]
  readonly tools?: readonly Tool[]
}

export type Typed = { readonly code: number; readonly out: string; readonly err: string }

/** A tool that looks something up. */
export const lookup = defineTool({
  name: 'lookup',
  description: 'Looks a city up',
  input: z.object({ city: z.string() }),
  effect: 'pure',
  run: ({ city }) => `${city}: 18 °C`,
})

/** Asks a person, and answers what they say. */
export const asking = defineLoop({
  name: 'asking',
  run: (ctx) => ctx.askHuman('Which one?', { choices: ['the red one', 'the blue one'] }),
})

/** `ses_00000001-…`, `ses_00000002-…`: the beginning tells them apart, as that of real ones does. */
function countedIds(): Ids {
  const counts = new Map<string, number>()
  return {
    next: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${String(count).padStart(8, '0')}-0000-7000-8000-000000000000`
    },
  }
}

/** The n-th session of a lab. */
export const sessionOf = (count: number) => `ses_${String(count).padStart(8, '0')}-0000-7000-8000-000000000000`

export class SessionLab {
  readonly folder = temporaryFolder()
  /** The process that runs sessions. */
  readonly runtime: Runtime
  readonly #options: Required<LabOptions>
  readonly #ids = countedIds()
  /** The config file commands say they loaded. */
  configFile: string | undefined

  constructor({ models = [modelOf(() => says('Hello.'))], loops = [asking], tools = [lookup] }: LabOptions = {}) {
    this.#options = { models, loops, tools }
    this.runtime = this.#open()
    onTestFinished(() => this.runtime.close({ graceMs: 0 }))
  }

  #open(): Runtime {
    return open({ store: sqliteStore(join(this.folder, 'gyre.db')), ids: this.#ids, ...this.#options })
  }

  /** Runs a session until it has ended or waits; gives its id. */
  async session(goal: string, loop = 'react'): Promise<string> {
    const [model] = this.#options.models
    const session = await this.runtime.start(loop, goal, { tools: this.#options.tools, ...(model && { model }) })
    await session.idle()
    // That it waits is written a moment after it does.
    while ((await this.runtime.store.sessions.get(session.id))?.mirror.status === 'running') await setImmediate()
    return session.id
  }

  /** Types a command in another process over the same data. */
  gyre(...args: string[]): Promise<Typed> {
    return this.gyreOn(new FakeHost(), ...args)
  }

  async gyreOn(host: FakeHost, ...args: string[]): Promise<Typed> {
    const { models, tools } = this.#options
    const code = await invoke(args, host, {
      open: async () => {
        const runtime = this.#open()
        const model = async (name?: string) => models.find(({ id }) => name === undefined || id === name) as Model
        const close = (given?: object) => runtime.close({ graceMs: 0, ...given })
        const { folder, configFile } = this
        return { folder, configFile, runtime, model, ...fakeTools(tools, runtime.store), defaultLoop: 'react', close }
      },
    })
    return { code, out: still(host.out), err: still(host.err) }
  }
}

/** Without what is different each time: times, and the spaces they take. */
function still(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replaceAll(/\d+(\.\d+)? (ms|s)\b/g, '# s')
    .replaceAll(/(?<=\S) {2,}/g, '  ')
}
