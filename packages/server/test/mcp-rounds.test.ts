/** Rounds of input over the wire: state that a client carries, and people who give no answer. */
import type { Store } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { clientOf, hostForTest, type McpHost } from './support/mcp-host.ts'
import { type RpcAnswer, rpc } from './support/mcp-rpc.ts'
import { pay } from './support/mcp-tools.ts'

const capabilities = { elicitation: { form: {} } }

const paying = () => hostForTest({ model: scriptedModel(calls('pay', { amount: 5 }), says('Well.')), tools: [pay] })

function run(host: McpHost, key: string, more: object = {}): Promise<RpcAnswer> {
  const params = { name: 'run_loop', arguments: { name: 'clerk', goal: 'Pay.' }, ...more }
  return rpc(host, { method: 'tools/call', params, capabilities, key })
}

/** A call that came as far as its form, and the answers it takes. */
async function asked(host: McpHost, key: string) {
  const { result } = await run(host, key)
  expect(result).toMatchObject({ resultType: 'input_required' })
  const [form = ''] = Object.keys(result?.['inputRequests'] as object)
  const yes = { inputResponses: { [form]: { action: 'accept', content: { decision: 'approve' } } } }
  return { form, yes, requestState: String(result?.['requestState']) }
}

describe('the state of a call', () => {
  it('leads back to its session', async () => {
    const host = await paying()
    const key = await host.keyFor()
    const { yes, requestState } = await asked(host, key)
    const { result } = await run(host, key, { ...yes, requestState })
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { answer: 'Well.' } })
    expect(await host.runtime.list()).toHaveLength(1)
  })

  it('opens nothing when a letter of it is changed', async () => {
    const host = await paying()
    const key = await host.keyFor()
    const { yes, requestState } = await asked(host, key)
    const [version, body = '', mac] = requestState.split('.')
    const other = body.startsWith('e') ? `f${body.slice(1)}` : `e${body.slice(1)}`
    for (const tampered of [`${requestState}x`, [version, other, mac].join('.'), 'ses_1']) {
      const { error } = await run(host, key, { ...yes, requestState: tampered })
      expect(error).toMatchObject({ code: -32_602, data: { reason: 'invalid_request_state' } })
    }
    expect(await host.runtime.list()).toMatchObject([{ mirror: { status: 'waiting' } }])
  })

  it('opens nothing to another key, not even one of the same owner', async () => {
    const host = await paying()
    const { yes, requestState } = await asked(host, await host.keyFor())
    const { error } = await run(host, await host.keyFor(), { ...yes, requestState })
    expect(error).toMatchObject({ code: -32_602 })
  })
})

describe('a person', () => {
  it.each([
    ['decline', { outcome: 'answered', status: 'completed' }],
    ['cancel', { outcome: null, status: 'waiting' }],
  ])('who does not approve: %s', async (action, standing) => {
    const host = await paying()
    const client = await clientOf(host, { capabilities })
    client.setRequestHandler('elicitation/create', () => ({ action: action as 'decline' | 'cancel' }))
    const result = await client.callTool({ name: 'run_loop', arguments: { name: 'clerk', goal: 'Pay.' } })
    expect(result.structuredContent).toMatchObject(standing)
  })

  it('is asked again when the answer does not fit', async () => {
    const host = await paying()
    const key = await host.keyFor()
    const { form, requestState } = await asked(host, key)
    const unfit = { inputResponses: { [form]: { action: 'accept', content: { decision: 'perhaps' } } } }
    const { result } = await run(host, key, { ...unfit, requestState })
    expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { [form]: {} } })
  })

  it('is asked once where word of the answer takes its time', async () => {
    const store = memoryStore()
    const late: Store = { ...store, onChange: (tell) => store.onChange((id) => void setTimeout(() => tell(id), 50)) }
    const model = scriptedModel(calls('pay', { amount: 5 }), says('Well.'))
    const client = await clientOf(await hostForTest({ model, tools: [pay], store: late }), { capabilities })
    let times = 0
    client.setRequestHandler('elicitation/create', () => {
      times += 1
      return { action: 'accept', content: { decision: 'approve' } }
    })
    await client.callTool({ name: 'run_loop', arguments: { name: 'clerk', goal: 'Pay.' } })
    expect(times).toBe(1)
  })

  it('who may only look answers nothing', async () => {
    const host = await paying()
    const { yes } = await asked(host, await host.keyFor())
    const [{ id: session_id } = { id: '' }] = await host.runtime.list()
    const key = await host.keyFor({ role: 'viewer' })
    const params = { name: 'wait_session', arguments: { session_id }, ...yes }
    const { result } = await rpc(host, { method: 'tools/call', params, capabilities, key })
    expect(result).toMatchObject({ isError: true, _meta: { 'gyre/error': 'forbidden' } })
  })
})
