import { runTool, systemClock, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isolatedModule } from '../../test/isolated-module.ts'
import { type IsolatedToolDefinition, isolatedTool } from './isolated-tool.ts'
import { endIsolated } from './run-isolated.ts'

afterAll(endIsolated)

function toolOf(code: string, rest: Partial<IsolatedToolDefinition<{ x: number }>> = {}): Tool {
  const input = z.object({ x: z.number() })
  const module = isolatedModule(code)
  return isolatedTool({ name: 'test.isolated', description: 'A test.', input, module, ...rest }) as Tool
}

/** As much of a context as is handed over, and no more. */
function contextOf(signal = new AbortController().signal, session = 'ses_1'): ToolContext {
  const idempotencyKey = `${session}/act#1[0]`
  const context: Partial<ToolContext> = { signal, session, idempotencyKey, now: () => 1_700_000_000_000 }
  return context as ToolContext
}

function outputOf(tool: Tool, context = contextOf()): Promise<ToolOutput> | ToolOutput {
  return runTool(tool, { x: 20 }, context, systemClock)
}

describe('an isolated tool', () => {
  it('is a tool like others', () => {
    const tool = toolOf('', { effect: 'pure', permissions: ['net'], trusted: true })
    expect(tool).toMatchObject({
      name: 'test.isolated',
      description: 'A test.',
      effect: 'pure',
      approval: 'never',
      timeoutMs: 120_000,
      permissions: ['net'],
      trusted: true,
    })
    expect(Object.keys(tool)).not.toContain('module')
  })

  it('answers what its code returns', async () => {
    expect(await outputOf(toolOf('export default ({ x }) => ({ half: x / 2 })'))).toEqual({
      text: '{"half":10}',
      data: { half: 10 },
    })
  })

  it('hands over the time and the idempotency key, and nothing else of its context', async () => {
    const { data } = await outputOf(toolOf('export default (...args) => args'))
    expect(data).toEqual([{ x: 20 }, { now: 1_700_000_000_000, idempotencyKey: 'ses_1/act#1[0]' }])
  })

  it('runs a named export with the rights it is given', async () => {
    const code =
      'import { readdirSync } from "node:fs"\nexport const list = () => readdirSync("/proc/self").includes("status")'
    const tool = toolOf(code, { export: 'list', access: { read: ['/proc'] }, memoryMb: 100 })
    expect(await outputOf(tool)).toEqual({ text: 'true', data: true })
  })

  it('remembers within a session, and nothing of another', async () => {
    const tool = toolOf(
      'const seen = []\nexport default (_, { idempotencyKey }) => { seen.push(idempotencyKey); return seen }',
    )
    const seenBy = async (session: string) => (await outputOf(tool, contextOf(undefined, session))).data
    expect(await seenBy('ses_a')).toEqual(['ses_a/act#1[0]'])
    expect(await seenBy('ses_b')).toEqual(['ses_b/act#1[0]'])
    expect(await seenBy('ses_a')).toEqual(['ses_a/act#1[0]', 'ses_a/act#1[0]'])
  })

  it('fails in the words of its code', async () => {
    const tool = toolOf('export default ({ x }) => { throw new Error("x is " + x + "; at most 9") }')
    expect(await outputOf(tool)).toEqual({ text: '`test.isolated` failed: x is 20; at most 9', error: true })
  })

  it('is stopped when its time is up', async () => {
    const tool = toolOf('export default () => { for (;;); }', { timeoutMs: 300 })
    const { text, error } = await outputOf(tool)
    expect(text).toMatch(/^`test\.isolated` failed: .*no answer within 300 ms/)
    expect(error).toBe(true)
  })

  it('has the time of its call, though its own is shorter', async () => {
    const code = 'export default () => new Promise((go) => setTimeout(go, 600, "late"))'
    const tool = toolOf(code, { timeoutMs: 100 })
    const longer = Object.create(tool, { timeoutMs: { value: 20_000 } }) as Tool
    expect(await outputOf(longer)).toEqual({ text: 'late' })
  })

  it('is stopped when the session is aborted', async () => {
    const controller = new AbortController()
    const output = outputOf(toolOf('export default () => { for (;;); }'), contextOf(controller.signal))
    setTimeout(() => controller.abort(), 200)
    expect(await output).toEqual({
      text: '`test.isolated` failed: the session was stopped',
      error: true,
    })
  })
})
