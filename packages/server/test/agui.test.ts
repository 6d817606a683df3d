import { calls, callsAll, fails, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { agentOf, of, runOf, userSays } from './support/agui-lab.ts'
import { office } from './support/clerk.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer

afterEach(() => server.close())

async function open(options: TestServerOptions): Promise<TestServer> {
  server = await testServer(options)
  return server
}

describe('a run', () => {
  it('tells of thoughts, calls and the answer', async () => {
    await open({
      model: scriptedModel(calls('weather', { city: 'Paris' }, 'I look it up.'), says('18 degrees.')),
      ...office,
    })
    const agent = agentOf(server, 'clerk')
    agent.messages = [userSays('How warm is Paris?')]
    const ran = await runOf(agent)
    const [row] = await server.runtime.list()
    expect(ran.events[0]).toMatchObject({ type: 'RUN_STARTED', threadId: 'my chat', protocolVersion: '1.0' })
    expect(ran.events[1]?.['snapshot']).toMatchObject({
      session: row?.id,
      goal: 'How warm is Paris?',
      status: 'running',
    })
    expect(of(ran, 'REASONING_MESSAGE_CONTENT').map(({ delta }) => delta)).toEqual(['I look it up.'])
    expect(of(ran, 'TOOL_CALL_START')[0]).toMatchObject({ toolCallName: 'weather' })
    expect(of(ran, 'TOOL_CALL_ARGS')[0]).toMatchObject({ delta: '{"city":"Paris"}' })
    expect(of(ran, 'TOOL_CALL_RESULT')[0]).toMatchObject({ content: '18 °C in Paris' })
    expect(ran.events.at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'success' },
      usage: [{ model: 'test/scripted', inputTokens: 20, outputTokens: 10, totalTokens: 30 }],
    })
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'reasoning', 'assistant', 'tool', 'assistant'])
    expect(agent.messages.at(-1)).toMatchObject({ content: '18 degrees.' })
    expect(agent.state).toMatchObject({ status: 'completed' })
  })

  it('knows what was said in the thread before', async () => {
    const model = scriptedModel(says('18 degrees.'), says('Colder.'))
    await open({ model })
    const agent = agentOf(server, 'direct')
    agent.messages = [{ id: 's', role: 'system', content: 'Be short.' }, userSays('How warm is Paris?')]
    await runOf(agent)
    agent.addMessage(userSays('And Oslo?'))
    await runOf(agent, { context: [{ description: 'The user lives in', value: 'Berlin' }] })
    const said = JSON.stringify(model.requests[1]?.messages)
    expect(said).toContain('18 degrees.')
    expect(said).toContain('Be short.')
    expect(said).toContain('The user lives in: Berlin')
    const [second, first] = await server.runtime.list()
    expect(second?.mirror.thread).toBe(first?.mirror.thread)
    expect(agent.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2)
  })

  it('has calls of its own in every run of a thread', async () => {
    await open({
      model: scriptedModel(calls('weather', { city: 'A' }), says('a'), calls('weather', { city: 'B' }), says('b')),
      ...office,
    })
    const agent = agentOf(server, 'clerk')
    agent.messages = [userSays('A?')]
    await runOf(agent)
    agent.addMessage(userSays('B?'))
    await runOf(agent)
    const results = agent.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    expect(results).toEqual(['18 °C in A', '18 °C in B'])
  })

  it('takes settings and a budget of ours', async () => {
    await open({ model: scriptedModel(says('Hi.')) })
    const agent = agentOf(server, 'react')
    agent.messages = [userSays('Hello')]
    await runOf(agent, { forwardedProps: { gyre: { config: { maxIterations: 3 }, budget: { modelCalls: 2 } } } })
    const [row] = await server.runtime.list()
    const { view } = await server.runtime.read(row?.id ?? '')
    expect(view.definition).toMatchObject({ config: { maxIterations: 3 }, budget: { modelCalls: 2 }, by: 'key:test' })
  })

  it('ends with an error when its session fails', async () => {
    await open({ model: scriptedModel(fails(new Error('out of order'))) })
    const agent = agentOf(server, 'direct')
    agent.messages = [userSays('Hello')]
    const response = await server.request('/agui/direct', {
      json: { threadId: 't', runId: 'r', messages: agent.messages, tools: [], context: [] },
    })
    const last = (await response.text()).trim().split('\n\n').at(-1) ?? ''
    expect(JSON.parse(last.slice('data: '.length))).toMatchObject({
      type: 'RUN_ERROR',
      message: expect.stringContaining('out of order'),
    })
  })

  it.each([
    ['no body', undefined, 400, 'request-invalid'],
    ['no user message', { threadId: 't', runId: 'r', messages: [] }, 400, 'request-invalid'],
    [
      'an answer to nothing',
      { threadId: 't', runId: 'r', messages: [], resume: [{ interruptId: 'x', status: 'resolved' }] },
      400,
      'request-invalid',
    ],
    [
      'an unknown option',
      { threadId: 't', runId: 'r', messages: [], forwardedProps: { gyre: { speed: 1 } } },
      400,
      'request-invalid',
    ],
  ])('is refused with %s', async (_, json, status, code) => {
    await open({ model: scriptedModel() })
    const response = await server.request('/agui/react', { method: 'POST', json })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  it('is refused for an agent that is not there', async () => {
    await open({ model: scriptedModel() })
    const response = await server.request('/agui/nobody', {
      json: { threadId: 't', runId: 'r', messages: [userSays('Hi')] },
    })
    expect(response.status).toBe(404)
  })
})

describe("a client's own tools", () => {
  const tools = [
    { name: 'pick_color', description: 'Lets the user pick.', parameters: { type: 'object', properties: {} } },
  ]

  it('are called by the client, and the next run goes on', async () => {
    const model = scriptedModel(calls('pick_color', {}, 'I ask.'), says('You like red.'))
    await open({ model })
    const agent = agentOf(server, 'react')
    agent.messages = [userSays('Which color do I like?')]
    const first = await runOf(agent, { tools })
    const { pendingToolCallIds } = first.events.at(-1)?.['outcome'] ?? {}
    expect(first.events.at(-1)?.['outcome'].type).toBe('success')
    expect(pendingToolCallIds).toEqual(of(first, 'TOOL_CALL_START').map(({ toolCallId }) => toolCallId))
    agent.addMessage({ id: 'result', role: 'tool', toolCallId: pendingToolCallIds[0], content: 'red' })
    const second = await runOf(agent, { tools })
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'You like red.' })
    expect(of(second, 'TOOL_CALL_START')).toEqual([])
    expect(await server.runtime.list()).toHaveLength(1)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('red')
  })

  it('are all answered before the session goes on', async () => {
    await open({
      model: scriptedModel(
        callsAll({ tool: 'pick_color', input: {} }, { tool: 'pick_color', input: { n: 2 } }),
        says('Done.'),
      ),
    })
    const agent = agentOf(server, 'react')
    agent.messages = [userSays('Two colors?')]
    const first = await runOf(agent, { tools })
    const ids: string[] = first.events.at(-1)?.['outcome'].pendingToolCallIds
    expect(ids).toHaveLength(2)
    agent.addMessage({ id: 'one', role: 'tool', toolCallId: ids[0] ?? '', content: 'red' })
    const json = { threadId: 'my chat', runId: 'r', messages: agent.messages, tools }
    const refused = await server.request('/agui/react', { json })
    expect(await refused.json()).toMatchObject({ error: { code: 'request-invalid', details: { open: [ids[1]] } } })
    agent.addMessage({ id: 'two', role: 'tool', toolCallId: ids[1] ?? '', content: '', error: 'no idea' })
    await runOf(agent, { tools })
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Done.' })
  })
})

describe('an interrupt', () => {
  async function interrupted() {
    await open({
      model: scriptedModel(
        callsAll({ tool: 'weather', input: { city: 'Oslo' } }, { tool: 'send', input: { to: 'Ann' } }),
        says('Done.'),
      ),
      ...office,
    })
    const agent = agentOf(server, 'clerk')
    agent.messages = [userSays('Write to Ann.')]
    const ran = await runOf(agent)
    return { agent, ran, interrupts: agent.pendingInterrupts }
  }

  it('asks before a tool runs, with the call and all messages so far', async () => {
    const { agent, ran, interrupts } = await interrupted()
    expect(ran.types.slice(-3)).toEqual(['STATE_SNAPSHOT', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED'])
    const sent = of(ran, 'TOOL_CALL_START').find(({ toolCallName }) => toolCallName === 'send')
    expect(interrupts).toMatchObject([{ reason: 'tool_call', toolCallId: sent?.['toolCallId'] }])
    expect(interrupts[0]?.message).toContain('Run `send` with {"to":"Ann"}?')
    expect(of(ran, 'STATE_SNAPSHOT').at(-1)?.['snapshot']).toMatchObject({ status: 'waiting' })
    expect(agent.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      '18 °C in Oslo',
    ])
  })

  it.each([
    ['runs the tool when it is approved', { status: 'resolved', payload: { approved: true } }, 'sent to Ann'],
    [
      'runs it with what was edited',
      { status: 'resolved', payload: { approved: true, input: { to: 'Bob' } } },
      'sent to Bob',
    ],
    [
      'does not run it when it is rejected',
      { status: 'resolved', payload: { approved: false, reason: 'Too late.' } },
      'Too late.',
    ],
    ['does not run it when it is cancelled', { status: 'cancelled' }, 'a person refused this call'],
  ] as const)('%s', async (_, answer, expected) => {
    const { agent, interrupts } = await interrupted()
    const ran = await runOf(agent, { resume: [{ interruptId: interrupts[0]?.id ?? '', ...answer }] })
    expect(
      of(ran, 'TOOL_CALL_RESULT')
        .map(({ content }) => content)
        .join(),
    ).toContain(expected)
    expect(of(ran, 'TOOL_CALL_START')).toEqual([])
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Done.' })
    expect(agent.pendingInterrupts).toEqual([])
  })

  it('is asked again when what was edited does not fit', async () => {
    const { agent, interrupts } = await interrupted()
    const payload = { approved: true, input: { from: 'Bob' } }
    await runOf(agent, { resume: [{ interruptId: interrupts[0]?.id ?? '', status: 'resolved', payload }] })
    const [asked] = interrupts
    expect(agent.pendingInterrupts).toEqual([{ ...asked, message: expect.stringContaining(asked?.message ?? '') }])
    expect(agent.pendingInterrupts[0]?.message).toMatch(/^The last answer was not accepted \(input-invalid: /)
  })

  it('must be covered by the next run', async () => {
    const { agent, interrupts } = await interrupted()
    const json = { threadId: 'my chat', runId: 'r', messages: [...agent.messages, userSays('Never mind.')] }
    const response = await server.request('/agui/clerk', { json })
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).toContain(interrupts[0]?.id)
  })

  it('asks a question, and goes on with what is answered', async () => {
    await open({ model: scriptedModel(), ...office })
    const agent = agentOf(server, 'asking')
    agent.messages = [userSays('Ask me.')]
    await runOf(agent)
    const [interrupt] = agent.pendingInterrupts
    expect(interrupt).toMatchObject({ reason: 'input_required', message: 'Which city?' })
    await runOf(agent, {
      resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { answer: 'Oslo' } }],
    })
    expect(agent.messages.at(-1)).toMatchObject({ content: 'You said Oslo.' })
  })

  it('of a loop inside suspends its subagent, which goes on in the next run', async () => {
    await open({ model: scriptedModel(calls('send', { to: 'Ann' }), says('Done.')), ...office })
    const agent = agentOf(server, 'boss')
    agent.messages = [userSays('Write to Ann.')]
    const first = await runOf(agent)
    const [interrupt] = agent.pendingInterrupts
    const id = of(first, 'SUBAGENT_STARTED')[0]?.['subagentRunId']
    expect(of(first, 'SUBAGENT_FINISHED')).toMatchObject([
      { subagentRunId: id, outcome: { type: 'suspended', interruptIds: [interrupt?.id] } },
    ])
    const resume = [{ interruptId: interrupt?.id ?? '', status: 'resolved' as const, payload: { approved: true } }]
    const second = await runOf(agent, { resume })
    expect(of(second, 'SUBAGENT_FINISHED')).toMatchObject([{ subagentRunId: id, outcome: { type: 'success' } }])
    expect(of(second, 'TOOL_CALL_RESULT')).toMatchObject([{ content: 'sent to Ann', subagentRunId: id }])
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Done.' })
  })
})

describe('capabilities', () => {
  it('say what an agent can do', async () => {
    await open({ model: scriptedModel() })
    const response = await server.request('/agui/react/capabilities')
    expect(await response.json()).toMatchObject({
      identity: { name: 'react', type: 'gyre.loop', version: '0.0.0' },
      tools: { clientProvided: true },
      humanInTheLoop: { supported: true, interrupts: true, approveWithEdits: true },
    })
    expect((await server.request('/agui/nobody/capabilities')).status).toBe(404)
  })
})
