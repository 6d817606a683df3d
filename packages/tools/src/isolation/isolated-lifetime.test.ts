/** Children and the process that started them: none outlives it, none holds it back. */

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'
import { isolatedModule } from '../../test/isolated-module.ts'
import { isAlive, program } from '../../test/isolated-program.ts'

const publicSource = new URL('./run-isolated.ts', import.meta.url).href

describe('a child', () => {
  it('does not hold its parent back when it rests, and ends with it', async () => {
    const module = isolatedModule('export default () => process.pid').href
    const parent = program(`
      import { runIsolated } from '${publicSource}'
      console.log(await runIsolated({ module: new URL('${module}'), input: null, timeoutMs: 1e6 }))`)
    const [[said], [code]] = (await Promise.all([once(parent.stdout!, 'data'), once(parent, 'exit')])) as [
      [Buffer],
      [number],
    ]
    expect(code).toBe(0)
    const pid = Number(said.toString())
    while (isAlive(pid)) await sleep(10)
  })
})
