/** Commands over a real database in a folder that is gone when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Loop, Model } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { onTestFinished } from 'vitest'
import { FakeHost, type FakeHostOptions } from './fake-host.ts'
import { processOver } from './fake-place.ts'

export type DataProcess = {
  readonly folder: string
  /** Types a command line there. */
  gyre(...args: string[]): Promise<Typed>
  /** The same, with what comes in, or the environment. */
  gyreWith(options: FakeHostOptions, ...args: string[]): Promise<Typed>
}

export type Typed = { readonly code: number; readonly out: string; readonly err: string }

export function dataProcess(model: Model = scriptedModel(), loops: readonly Loop[] = []): DataProcess {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-data-'))
  const store = sqliteStore(join(folder, 'gyre.db'), { key: 'test' })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const { gyre } = processOver({ model, loops, store })
  const gyreWith = async (options: FakeHostOptions, ...args: string[]) => {
    const host = new FakeHost(options)
    const code = await gyre(host, '--data', folder, ...args)
    return { code, out: host.out, err: host.err }
  }
  return { folder, gyreWith, gyre: (...args) => gyreWith({}, ...args) }
}
