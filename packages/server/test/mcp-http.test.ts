/** The MCP server over HTTP, with a real client of each protocol. */
import { calls, says, scriptedModel } from '@gyre/core/testing'
import type { Client, Progress } from '@modelcontextprotocol/client'
import { describe, expect, it, vi } from 'vitest'
import { clientOf, type Era, hostForTest } from './support/mcp-host.ts'
import { add, pay } from './support/mcp-tools.ts'

const eras: readonly Era[] = ['modern', 'legacy']

/** A model that answers when it is let. */
function slowModel() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const model = scriptedModel(async () => {
    await promise
    return says('At last.')
  })
  return { model, letGo: resolve }
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input })
  const [first] = result.content
  const text = first?.type === 'text' ? first.text : undefined
  return { text, isError: result.isError ?? false, data: result.structuredContent as Record<string, unknown> }
}

describe.each(eras)('a client of the %s protocol', (era) => {
  it('runs a loop and is told the answer', async () => {
    const model = scriptedModel(calls('add', { a: 17, b: 6 }), says('It is 23.'))
    const client = await clientOf(await hostForTest({ model, tools: [add] }), { era })
    const { text, data, isError } = await call(client, 'run_loop', { name: 'clerk', goal: 'What is 17 + 6?' })
    expect({ text, isError }).toEqual({ text: 'It is 23.', isError: false })
    expect(data).toMatchObject({
      session_id: expect.stringMatching(/^ses_/),
      status: 'completed',
      outcome: 'answered',
      answer: 'It is 23.',
      sources: [],
      usage: { modelCalls: 2, toolCalls: 1 },
      questions: [],
      next: null,
    })
  })

  it('is told of each step when it asks for progress', async () => {
    const model = scriptedModel(calls('add', { a: 1, b: 2 }), says('3'))
    const client = await clientOf(await hostForTest({ model, tools: [add] }), { era })
    const seen: Progress[] = []
    const onprogress = (progress: Progress) => void seen.push(progress)
    await client.callTool({ name: 'run_loop', arguments: { name: 'clerk', goal: 'Add.' } }, { onprogress })
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, index) => index + 1))
    expect(seen.map(({ message }) => message)).toContain('add')
  })

  it('is told how a session stands that takes longer, and watches on', async () => {
    const { model, letGo } = slowModel()
    const client = await clientOf(await hostForTest({ model }), { era })
    const { data: early } = await call(client, 'run_loop', { goal: 'Slowly.', wait_seconds: 0 })
    const id = String(early['session_id'])
    expect(early).toMatchObject({ status: 'running', outcome: null, answer: null })
    expect(early['next']).toBe(`\`wait_session\` with session_id \`${id}\` watches on.`)
    letGo()
    const { text } = await call(client, 'wait_session', { session_id: id })
    expect(text).toBe('At last.')
  })

  it('approves by a form', async () => {
    const model = scriptedModel(calls('pay', { amount: 5 }), says('Paid.'))
    const host = await hostForTest({ model, tools: [pay] })
    const client = await clientOf(host, { era, capabilities: { elicitation: { form: {} } } })
    const asked: unknown[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params)
      return { action: 'accept', content: { decision: 'approve' } }
    })
    const { text, data } = await call(client, 'run_loop', { name: 'clerk', goal: 'Pay the rent.' })
    expect({ text, outcome: data['outcome'] }).toEqual({ text: 'Paid.', outcome: 'answered' })
    expect(asked).toMatchObject([
      {
        message: 'Run `pay` with {"amount":5}?',
        requestedSchema: { properties: { decision: { enum: ['approve', 'reject'] } }, required: ['decision'] },
      },
    ])
    expect(await host.runtime.list()).toHaveLength(1)
    const [sent] = await host.runtime.store.interventions.list(String(data['session_id']))
    expect(sent).toMatchObject({ action: 'approve', by: 'key:test', state: 'applied' })
  })

  it('is told what is asked, and how to answer, when it cannot show a form', async () => {
    const model = scriptedModel(calls('pay', { amount: 5 }), says('Not paid.'))
    const client = await clientOf(await hostForTest({ model, tools: [pay] }), { era })
    const { data, text } = await call(client, 'run_loop', { name: 'clerk', goal: 'Pay the rent.' })
    const id = String(data['session_id'])
    const question = 'act#1[0]/approve#1'
    expect(data).toMatchObject({
      status: 'waiting',
      questions: [{ question, kind: 'approval', text: 'Run `pay` with {"amount":5}?' }],
      next: `\`intervene\` with session_id \`${id}\` and the action \`approve\` or \`reject\`, body {"question": "${question}"}.`,
    })
    expect(text).toContain('It asks: Run `pay` with {"amount":5}?')
    const body = { question, reason: 'Too dear.' }
    const { data: sent } = await call(client, 'intervene', { session_id: id, action: 'reject', body })
    expect(sent).toMatchObject({ session_id: id, action: 'reject', state: 'queued' })
    await vi.waitFor(async () => {
      const { data: later } = await call(client, 'wait_session', { session_id: id })
      expect(later).toMatchObject({ status: 'completed', answer: 'Not paid.' })
    })
  })

  it('reads sessions, their audit trail and loops', async () => {
    const host = await hostForTest({ model: scriptedModel(says('Yes.')) })
    const client = await clientOf(host, { era })
    const { data } = await call(client, 'run_loop', { name: 'direct', goal: 'Is it?' })
    const id = String(data['session_id'])
    const { resources } = await client.listResources()
    expect(resources.find(({ uri }) => uri === `gyre://sessions/${id}`)).toMatchObject({ name: id, title: 'Is it?' })
    expect(resources.map(({ uri }) => uri)).toContain('gyre://loops/react')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'gyre://sessions/{id}',
      'gyre://sessions/{id}/audit',
      'gyre://loops/{name}',
    ])
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return content && 'text' in content ? content.text : ''
    }
    expect(JSON.parse(await read(`gyre://sessions/${id}`))).toMatchObject({ session: id, answer: 'Yes.' })
    const lines = (await read(`gyre://sessions/${id}/audit`)).trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 1, type: 'session.created' })
    expect(JSON.parse(await read('gyre://loops/react'))).toMatchObject({ name: 'react', config: { type: 'object' } })
    await expect(read('gyre://sessions/ses_none')).rejects.toMatchObject({ code: -32_602 })
  })

  it('gets the prompts of loops with its own words in them', async () => {
    const host = await hostForTest({ model: scriptedModel() })
    const client = await clientOf(host, { era })
    const { prompts } = await client.listPrompts()
    const known = await host.runtime.prompts.list()
    expect(prompts.map(({ name }) => name)).toEqual(known.map(({ id }) => id))
    const entry = known.find(({ placeholders }) => placeholders.length > 0)
    const values = Object.fromEntries((entry?.placeholders ?? []).map((name) => [name, `<${name}>`]))
    const { messages } = await client.getPrompt({ name: entry?.id ?? '', arguments: values })
    const said = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('')
    for (const value of Object.values(values)) expect(said).toContain(value)
  })

  it('sees nothing of another owner', async () => {
    const host = await hostForTest({ model: scriptedModel(says('Mine.')) })
    const { data } = await call(await clientOf(host, { era }), 'run_loop', { goal: 'Whose?' })
    const id = String(data['session_id'])
    const stranger = await clientOf(host, { era, key: await host.keyFor({ owner: 'eve' }) })
    const unknown = { text: expect.stringContaining(`There is no session \`${id}\`.`), isError: true }
    for (const [name, input] of [
      ['get_session', {}],
      ['get_events', {}],
      ['wait_session', {}],
      ['intervene', { action: 'abort' }],
    ] as const) {
      expect(await call(stranger, name, { session_id: id, ...input })).toMatchObject(unknown)
    }
    expect((await call(stranger, 'list_sessions', {})).data).toEqual({ sessions: [], next: null })
    await expect(stranger.readResource({ uri: `gyre://sessions/${id}/audit` })).rejects.toMatchObject({ code: -32_602 })
  })
})
