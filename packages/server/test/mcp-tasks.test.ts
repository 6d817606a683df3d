/** Sessions as tasks, for clients that take a handle for an answer. */
import { calls, callsAll, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { hostForTest, type McpHost } from './support/mcp-host.ts'
import { rpc } from './support/mcp-rpc.ts'
import { pay } from './support/mcp-tools.ts'

const extension = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
const capabilities = { ...extension, elicitation: { form: {} } }

async function started(host: McpHost, key: string) {
  const params = { name: 'run_loop', arguments: { name: 'clerk', goal: 'Pay.' } }
  const { result } = await rpc(host, { method: 'tools/call', params, capabilities, key })
  return result
}

function task(host: McpHost, method: 'get' | 'update' | 'cancel', taskId: unknown, more: object = {}) {
  return rpc(host, { method: `tasks/${method}`, params: { taskId }, capabilities, ...more })
}

type Asked = Readonly<Record<string, { readonly method: string; readonly params: { readonly message: string } }>>

/** The keys of what a task asks, once it asks for as many. */
async function askedBy(host: McpHost, id: unknown, key: string, count: number): Promise<Asked> {
  return vi.waitFor(async () => {
    const { result } = await task(host, 'get', id, { key })
    expect(result).toMatchObject({ status: 'input_required' })
    const asked = result?.['inputRequests'] as Asked
    expect(Object.keys(asked)).toHaveLength(count)
    return asked
  })
}

describe('a task', () => {
  it('is given at once, and completed with the result of the call', async () => {
    const host = await hostForTest({ model: scriptedModel(says('Done.')) })
    const key = await host.keyFor()
    const handle = await started(host, key)
    expect(handle).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 1000 })
    expect(handle).toHaveProperty('structuredContent.session_id', handle?.['taskId'])
    await vi.waitFor(async () => {
      const { result } = await task(host, 'get', handle?.['taskId'], { key })
      expect(result).toMatchObject({
        resultType: 'complete',
        status: 'completed',
        result: { content: [{ type: 'text', text: 'Done.' }], structuredContent: { outcome: 'answered' } },
      })
    })
  })

  it('asks, and goes on with what was filled in; each question has a key of its own', async () => {
    const both = callsAll({ tool: 'pay', input: { amount: 1 } }, { tool: 'pay', input: { amount: 2 } })
    const host = await hostForTest({ model: scriptedModel(both, says('Half of it.')), tools: [pay] })
    const key = await host.keyFor()
    const id = (await started(host, key))?.['taskId']
    const asked = await askedBy(host, id, key, 2)
    const [[first = '', form] = [], [second = ''] = []] = Object.entries(asked)
    expect(form).toMatchObject({ method: 'elicitation/create', params: { message: 'Run `pay` with {"amount":1}?' } })
    const answer = (of: string, decision: string) =>
      rpc(host, {
        method: 'tasks/update',
        params: { taskId: id, inputResponses: { [of]: { action: 'accept', content: { decision } } } },
        capabilities,
        key,
      })
    expect((await answer(first, 'approve')).result).toEqual({ resultType: 'complete', _meta: expect.anything() })
    expect(Object.keys(await askedBy(host, id, key, 1))).toEqual([second])
    await answer(second, 'reject')
    await vi.waitFor(async () => {
      expect((await task(host, 'get', id, { key })).result).toMatchObject({ status: 'completed' })
    })
    const done = await host.runtime.store.interventions.list(String(id))
    expect(done.map(({ action, state }) => `${action} ${state}`)).toEqual(['approve applied', 'reject applied'])
  })

  it('is cancelled, and cancelled again', async () => {
    const host = await hostForTest({ model: scriptedModel(calls('pay', { amount: 1 })), tools: [pay] })
    const key = await host.keyFor()
    const id = (await started(host, key))?.['taskId']
    for (const _ of [1, 2]) {
      expect((await task(host, 'cancel', id, { key })).result).toMatchObject({ resultType: 'complete' })
      await vi.waitFor(async () => {
        expect((await task(host, 'get', id, { key })).result).toMatchObject({ status: 'cancelled' })
      })
    }
  })

  it('is told of in words to who cannot show a form', async () => {
    const host = await hostForTest({ model: scriptedModel(calls('pay', { amount: 1 })), tools: [pay] })
    const key = await host.keyFor()
    const id = (await started(host, key))?.['taskId']
    await vi.waitFor(async () => {
      const { result } = await task(host, 'get', id, { key, capabilities: extension })
      expect(result).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('`intervene`') })
    })
  })

  it('is unknown to another owner, and to who does not know of tasks', async () => {
    const host = await hostForTest({ model: scriptedModel(says('Done.')) })
    const id = (await started(host, await host.keyFor()))?.['taskId']
    const key = await host.keyFor({ owner: 'eve' })
    for (const method of ['get', 'update', 'cancel'] as const) {
      expect((await task(host, method, id, { key })).error).toMatchObject({ code: -32_602 })
      const { status, error } = await task(host, method, id, { capabilities: {} })
      expect({ status, error }).toMatchObject({
        status: 400,
        error: { code: -32_021, data: { requiredCapabilities: extension } },
      })
    }
  })
})
