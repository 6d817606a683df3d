/** Servers that take their time: those that fail again and again, do not want to end, or run tasks. */
import type { Tool } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { call, opened, stateOf } from '../mcp/support/opened.ts'
import { isAlive, raw, until } from '../mcp/support/peers.ts'
import { toolContext } from '../mcp/support/tool-context.ts'

/** What a server said last, as it tells when its process is gone. */
function complaintsOf({ troubles }: ReturnType<typeof opened>): string {
  return troubles.map(([, { message }]) => message).join()
}

/** The process behind a server that was called. */
async function pidOf(tools: readonly Tool[]): Promise<number> {
  const { text } = await call(tools, 's.echo')
  return (JSON.parse(text) as { pid: number }).pid
}

describe('a server that fails', () => {
  it('is tried again, later and later, when tools are asked for', async () => {
    const here = opened({ s: raw({ exit: 1 }) })
    const attempts: number[] = []
    for (const waited of [0, 999, 1, 1999, 1, 3999, 1]) {
      await here.clock.advance(waited)
      await here.servers.tools()
      attempts.push(here.troubles.length)
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3, 3, 4])
  })

  it('after it has worked starts again at once, as often as that happens', async () => {
    const here = opened({ s: raw() })
    const tools = await here.servers.tools()
    for (let times = 1; times <= 3; times++) {
      process.kill(await pidOf(tools), 'SIGKILL')
      await until(() => here.troubles.length === times)
      expect(here.troubles.at(-1)?.[1].message).toContain('its process ended by SIGKILL.')
      expect(await call(tools, 's.echo')).not.toHaveProperty('error')
    }
  })
})

describe('a tool that runs as a task', () => {
  const tools = [{ name: 'research', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }]

  it('is waited for, and looked at now and then', async () => {
    const here = opened({ s: raw({ tools, tasks: 3 }) })
    const said: (string | undefined)[] = []
    const context = toolContext({ progress: ({ message }) => void said.push(message) })
    expect(await call(await here.servers.tools(), 's.research', {}, context)).toEqual({
      text: 'The task is done.',
      untrusted: { from: 's.research' },
    })
    expect(said.slice(0, 2)).toEqual(['look 1', 'look 2'])
  })

  it('is cancelled with its call', async () => {
    const here = opened({ s: raw({ tools, tasks: 1000 }) })
    const abort = new AbortController()
    const context = toolContext({ signal: abort.signal, progress: () => abort.abort() })
    const all = await here.servers.tools()
    await expect(call(all, 's.research', {}, context)).rejects.toMatchObject({ code: 'aborted' })
    await until(() => complaintsOf(here).includes('task cancelled'))
  })
})

describe('closing', () => {
  it('ends a server that does not want to end, and all that it has started', async () => {
    const here = opened({ s: raw({ stubborn: true, helper: true }) })
    const pid = await pidOf(await here.servers.tools())
    const { complaints } = await here.servers.test('s')
    const tested = complaints.map((line) => Number(line.split(' ')[1]))
    expect(tested).toHaveLength(2)
    await until(() => tested.every((each) => !isAlive(each)))
    expect(isAlive(pid)).toBe(true)
    await here.servers.close()
    expect(isAlive(pid)).toBe(false)
    expect(stateOf(here)).toEqual([['s', 'closed']])
    expect(here.troubles).toEqual([])
  })
})
