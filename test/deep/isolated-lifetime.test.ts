/** Children and the process that started them: none outlives it, none holds it back. */

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'
import { isolatedModule } from '../../packages/tools/test/isolated-module.ts'
import { isAlive, program } from '../../packages/tools/test/isolated-program.ts'

const source = new URL('../../packages/tools/src/isolation/isolated-child.ts', import.meta.url).href
const publicSource = new URL('../../packages/tools/src/isolation/run-isolated.ts', import.meta.url).href

describe('a child', () => {
  it.each([
    ['computes', 'export const ready = () => 1\nexport default () => { for (;;); }'],
    ['waits', 'export const ready = () => 1\nexport default () => new Promise((go) => setTimeout(go, 1e9))'],
    [
      'computes and has closed all pipes that it could',
      `import { closeSync } from 'node:fs'
      export const ready = () => { closeSync(4) }
      export default () => { for (;;); }`,
    ],
  ])('ends when its parent is killed while it %s', async (_, code) => {
    const parent = program(`
      import { IsolatedChild } from '${source}'
      const child = new IsolatedChild({ module: new URL('${isolatedModule(code).href}'), memoryMb: 64, permissions: { read: ['/nowhere'] } })
      await child.call({ export: 'ready', args: [] }, { timeoutMs: 1e6 })
      const work = child.call({ export: 'default', args: [] }, { timeoutMs: 1e6 })
      console.log(child.pid)
      await work`)
    const [said] = (await once(parent.stdout!, 'data')) as [Buffer]
    const pid = Number(said.toString())
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    while (isAlive(pid)) await sleep(10)
  })

  it('can be waited for when it is ended as it rests', async () => {
    const module = isolatedModule('export default () => process.pid').href
    const parent = program(`
      import { endIsolated, runIsolated } from '${publicSource}'
      const pid = await runIsolated({ module: new URL('${module}'), input: null, timeoutMs: 1e6 })
      await endIsolated()
      console.log(pid)`)
    const [said] = (await once(parent.stdout!, 'data')) as [Buffer]
    expect(isAlive(Number(said.toString()))).toBe(false)
  })
})
