/** Arguments of tools: what a tool does not know is told, and nothing else is run in its place. */
import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { clientOf, hostForTest } from './support/mcp-host.ts'

async function connected() {
  const host = await hostForTest({ model: scriptedModel(says('Hello.')) })
  return { host, client: await clientOf(host) }
}

describe('`run_loop`', () => {
  it.each([
    [{ loop: 'direct' }, 'direct'],
    [{ persona: 'clerk' }, 'clerk'],
    [{ name: 'clerk' }, 'clerk'],
  ])('runs what is named: %j', async (named, name) => {
    const { host, client } = await connected()
    await client.callTool({ name: 'run_loop', arguments: { ...named, goal: 'Say hello.' } })
    const [row] = await host.runtime.list()
    expect(row?.mirror.persona ?? row?.mirror.loop).toBe(name)
  })

  it.each([
    [{ loop: 'nope' }, 'loop-unknown'],
    [{ persona: 'nope' }, 'persona-unknown'],
    [{ name: 'nope' }, 'persona-unknown'],
  ])('runs nothing for a name that is not there: %j', async (named, code) => {
    const { host, client } = await connected()
    const result = await client.callTool({ name: 'run_loop', arguments: { ...named, goal: 'Say hello.' } })
    expect(result).toMatchObject({ isError: true, _meta: { 'gyre/error': code } })
    expect(await host.runtime.list()).toEqual([])
  })

  it.each([
    [{ name: 'clerk', loop: 'direct' }, 'give one of `name`, `loop` and `persona`'],
    [{ lop: 'direct' }, 'lop'],
  ])('refuses what it cannot mean: %j', async (named, why) => {
    const { host, client } = await connected()
    const result = await client.callTool({ name: 'run_loop', arguments: { ...named, goal: 'Say hello.' } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain(why)
    expect(await host.runtime.list()).toEqual([])
  })
})

it('no tool takes an argument that it does not know', async () => {
  const { client } = await connected()
  const { tools } = await client.listTools()
  expect(tools.map(({ inputSchema }) => inputSchema['additionalProperties'])).toEqual(tools.map(() => false))
})
