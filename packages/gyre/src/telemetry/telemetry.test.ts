import { defineTool, GyreError, loops, type Model, Runtime, type Store } from '@gyre/core'
import { calls, fails, says, scripted, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OtlpReceiver, type ReceivedSpan } from '../../test/otlp-receiver.ts'
import { type Telemetry, telemetryOf } from './telemetry.ts'

const search = defineTool({
  name: 'search',
  description: 'Finds things.',
  input: z.object({ about: z.string() }),
  effect: 'pure',
  run: async () => 'a hidden answer',
})

type Place = { readonly model: Model; readonly store?: Store; readonly recover?: boolean }

async function placeFor(
  receiver: Pick<OtlpReceiver, 'url'>,
  { model, store = memoryStore(), ...rest }: Place,
  env = {},
) {
  const telemetry = (await telemetryOf(
    { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...env },
    { version: '1.0.0' },
  )) as Telemetry
  const runtime: Runtime = new Runtime({
    ...rest,
    store,
    model,
    models: [model],
    loops,
    tools: [search],
    onRun: (run) => telemetry.onRun(run, runtime),
  })
  const close = async (options = {}) => {
    await runtime.close(options)
    await telemetry.close()
  }
  return { runtime, close }
}

/** Runs one session to its end; what was sent is in the receiver then. */
async function ran(receiver: OtlpReceiver, loop: string, model: Model, env = {}): Promise<string> {
  const { runtime, close } = await placeFor(receiver, { model }, env)
  const session = await runtime.start(loop, 'my secret goal', { tools: [search] })
  await session.outcome
  await close()
  return session.id
}

const shape = (spans: readonly ReceivedSpan[]) => spans.map(({ name, below }) => [name, below]).toSorted()

const usedTool = () =>
  scripted([calls('search', { about: 'a quiet word' }, 'I think aloud.'), says('The final words.')], {
    id: 'openai/gpt-5',
  })

describe('the telemetry of a session', () => {
  it('sends spans of the agent, its calls of the model and of tools', async () => {
    await using receiver = await OtlpReceiver.listen()
    const session = await ran(receiver, 'react', usedTool())
    const { spans } = receiver
    expect(receiver.paths).toEqual(['/v1/metrics', '/v1/traces'])
    expect(receiver.service).toBe('gyre')
    expect(shape(spans)).toEqual([
      ['chat gpt-5', 'invoke_agent react'],
      ['chat gpt-5', 'invoke_agent react'],
      ['execute_tool search', 'invoke_agent react'],
      ['invoke_agent react', undefined],
    ])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    const root = spans.find(({ name }) => name === 'invoke_agent react')
    expect(root?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'react',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 10,
      'session.id': session,
      'gyre.loop': 'react',
      'gyre.outcome': 'answered',
    })
    const chat = spans.find(({ name }) => name === 'chat gpt-5')
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': 'gpt-5',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.request.stream': true,
      'gen_ai.output.type': 'text',
    })
    const [client, internal] = [3, 1]
    expect([chat?.kind, root?.kind]).toEqual([client, internal])
    expect(spans.every(({ startMs, endMs }) => startMs >= (root?.startMs ?? 0) && endMs <= (root?.endMs ?? 0))).toBe(
      true,
    )
  })

  it('measures tokens, calls, tools and agents', async () => {
    await using receiver = await OtlpReceiver.listen()
    await ran(receiver, 'react', usedTool())
    const { metrics } = receiver
    const counts = metrics.map(({ name, count, attributes }) => [name, attributes['gen_ai.token.type'] ?? null, count])
    expect(counts.toSorted()).toEqual([
      ['gen_ai.client.operation.duration', null, 2],
      ['gen_ai.client.operation.time_to_first_chunk', null, 2],
      ['gen_ai.client.token.usage', 'input', 2],
      ['gen_ai.client.token.usage', 'output', 2],
      ['gen_ai.execute_tool.duration', null, 1],
      ['gen_ai.invoke_agent.duration', null, 1],
    ])
    const input = metrics.find(({ attributes }) => attributes['gen_ai.token.type'] === 'input')
    expect(input?.sum).toBe(20)
    expect(input?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.response.model': 'gpt-5',
      'gen_ai.token.type': 'input',
    })
  })

  it('sends a loop inside a loop as an agent of a workflow, and the plan above its call', async () => {
    await using receiver = await OtlpReceiver.listen()
    const plan = { steps: [{ id: '1', goal: 'look', needs: [] }] }
    const model = scriptedModel(
      says(JSON.stringify(plan)),
      calls('search', { about: 'x' }),
      says('Found.'),
      says('Done.'),
    )
    await ran(receiver, 'plan-execute', model)
    expect(shape(receiver.spans)).toEqual([
      ['chat scripted', 'invoke_agent react'],
      ['chat scripted', 'invoke_agent react'],
      ['chat scripted', 'invoke_workflow plan-execute'],
      ['chat scripted', 'plan plan-execute'],
      ['execute_tool search', 'invoke_agent react'],
      ['invoke_agent react', 'invoke_workflow plan-execute'],
      ['invoke_workflow plan-execute', undefined],
      ['plan plan-execute', 'invoke_workflow plan-execute'],
    ])
    const chains = receiver.spans.filter(({ attributes }) => attributes['openinference.span.kind'] === 'CHAIN')
    expect(chains.map(({ name }) => name).toSorted()).toEqual(['invoke_workflow plan-execute', 'plan plan-execute'])
    const agent = receiver.spans.find(({ name }) => name === 'invoke_agent react')
    expect(agent?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 20, 'gyre.outcome': 'answered' })
  })

  it('tells why a call and its session failed, without the words of the failure', async () => {
    await using receiver = await OtlpReceiver.listen()
    await ran(receiver, 'direct', scriptedModel(fails(new GyreError('model-auth', 'The key sk-123 is wrong.'))))
    expect(receiver.spans.map(({ name, error }) => [name, error])).toEqual([
      ['chat scripted', 'model-auth'],
      ['invoke_agent direct', 'model-auth'],
    ])
    expect(receiver.text).not.toContain('sk-123')
  })

  it('makes one trace of a session that goes on in another process, and no span twice', async () => {
    await using receiver = await OtlpReceiver.listen()
    const store = memoryStore()
    const stuck = scriptedModel(calls('search', { about: 'x' }), () => new Promise(() => {}))
    const first = await placeFor(receiver, { model: stuck, store })
    const { id } = await first.runtime.start('react', 'Go on.', { tools: [search] })
    await expect.poll(() => stuck.requests.length).toBe(2)
    await first.close({ graceMs: 0, keepStore: true })
    expect(shape(receiver.spans)).toEqual([
      ['chat scripted', 'a span that was never sent'],
      ['execute_tool search', 'a span that was never sent'],
    ])
    const second = await placeFor(receiver, { model: scriptedModel(says('Done.')), store })
    await (await second.runtime.resume(id)).outcome
    await second.close()
    expect(shape(receiver.spans)).toEqual([
      ['chat scripted', 'invoke_agent react'],
      ['chat scripted', 'invoke_agent react'],
      ['execute_tool search', 'invoke_agent react'],
      ['invoke_agent react', undefined],
    ])
    expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(4)
  })

  it('holds nothing of what was said unless somebody asks for it', async () => {
    await using receiver = await OtlpReceiver.listen()
    await ran(receiver, 'react', usedTool())
    const said = ['my secret goal', 'a quiet word', 'a hidden answer', 'I think aloud.', 'The final words.']
    expect(said.filter((text) => receiver.text.includes(text))).toEqual([])
  })

  it('holds what was said when somebody asks for it', async () => {
    await using receiver = await OtlpReceiver.listen()
    await ran(receiver, 'react', usedTool(), { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' })
    const last = receiver.spans.findLast(({ name }) => name === 'chat gpt-5')
    expect(JSON.parse(String(last?.attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'my secret goal' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'I think aloud.' },
          { type: 'tool_call', id: 'call_1_0', name: 'search', arguments: { about: 'a quiet word' } },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1_0', result: 'a hidden answer' }] },
    ])
    expect(JSON.parse(String(last?.attributes['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'The final words.' }], finish_reason: 'stop' },
    ])
    const tool = receiver.spans.find(({ name }) => name === 'execute_tool search')
    expect(tool?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"about":"a quiet word"}',
      'gen_ai.tool.call.result': 'a hidden answer',
    })
  })

  it('does a session no harm when nobody takes it', async () => {
    const gone = await OtlpReceiver.listen()
    const { url } = gone
    await gone[Symbol.asyncDispose]()
    const { runtime, close } = await placeFor({ url }, { model: usedTool() })
    const session = await runtime.start('react', 'Go.', { tools: [search] })
    expect((await session.outcome).outcome).toBe('answered')
    await expect(close()).resolves.toBeUndefined()
  })

  it('tells others of the same runs without a collector', async () => {
    const heard: string[] = []
    const watcher = () => ({
      apply: ({ type }: { type: string }) => void heard.push(type),
      over: () => void heard.push('over'),
    })
    const telemetry = await telemetryOf({}, { version: '1.0.0', watchers: [watcher] })
    const model = scriptedModel(says('Done.'))
    const runtime: Runtime = new Runtime({
      store: memoryStore(),
      model,
      loops,
      onRun: (run) => telemetry?.onRun(run, runtime),
    })
    await (await runtime.start('direct', 'Go.')).outcome
    await runtime.close()
    await telemetry?.close()
    expect(heard[0]).toBe('session.created')
    expect(heard.slice(-2)).toEqual(['session.ended', 'over'])
  })

  it('is off when no collector is named', async () => {
    expect(await telemetryOf({}, { version: '1.0.0' })).toBeUndefined()
  })
})
