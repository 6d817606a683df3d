import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { simulatedClock } from '../testing/simulated-time.ts'
import { plainToolRunner } from './plain-runner.ts'
import { type ApprovalPolicy, defineTool, type Tool, type ToolContext } from './tool.ts'

const clock = simulatedClock()
const runner = plainToolRunner(clock)

const tool = (run: Tool['run'], more: Partial<Tool> = {}): Tool => ({
  ...defineTool({ name: 'add', description: 'Adds.', input: z.object({ a: z.number() }) as z.ZodType<unknown>, run }),
  ...more,
})

const context = (signal = new AbortController().signal): ToolContext => ({
  signal,
  session: 'ses_1',
  owner: 'ada',
  path: 'act#1[0]',
  idempotencyKey: 'ses_1/act#1[0]',
  now: () => clock.now(),
  tools: [],
  generate: () => Promise.reject(new Error('no model')),
  callTools: () => Promise.reject(new Error('no tools')),
  ask: () => Promise.reject(new Error('nobody')),
  progress: () => {},
  limitedTo: () => context(signal),
})

const facts = { session: 'ses_1', approved: new Set<string>(), token: undefined }

const call = (name: string, input: object) =>
  ({ type: 'tool-call', id: '1', tool: name, input: input as never }) as const
const among = (...tools: readonly Tool[]) => new Map(tools.map((each) => [each.name, each]))

describe('the plain runner admits', () => {
  const add = tool(() => 'x')

  it('a call whose arguments fit, with the arguments as the schema reads them', () => {
    const admission = runner.admit(call('add', { a: '3' }), { ...facts, tools: among(add) })
    expect(admission).toMatchObject({ kind: 'run', tool: { name: 'add' }, input: { a: 3 } })
  })

  it('no call of a tool that is not there', () => {
    const admission = runner.admit(call('sub', {}), { ...facts, tools: among(add) })
    expect(admission).toEqual({ kind: 'refuse', by: 'registry', text: 'Not run: there is no tool `sub`. Tools: add.' })
  })

  it('no call with arguments that do not fit, whether or not a person would have to be asked', () => {
    const strict = tool(() => 'x', { approval: 'always' })
    expect(runner.admit(call('add', {}), { ...facts, tools: among(strict) })).toMatchObject({
      kind: 'refuse',
      text: expect.stringMatching(/^Not run: bad arguments for `add`\. a/),
    })
  })

  it.each<[ApprovalPolicy, readonly string[], string]>([
    ['never', [], 'run'],
    ['first-use', [], 'ask'],
    ['first-use', ['add'], 'run'],
    ['always', [], 'ask'],
    ['always', ['add'], 'ask'],
  ])('by the policy `%s` with %j approved before: %s', (approval, approved, kind) => {
    const asked = { ...facts, tools: among(tool(() => 'x', { approval })), approved: new Set(approved) }
    expect(runner.admit(call('add', { a: 1 }), asked).kind).toBe(kind)
  })
})

describe('the plain runner executes', () => {
  it('a tool that returns at once without waiting', () => {
    expect(
      runner.execute(
        tool(() => 42),
        {},
        context(),
      ),
    ).toEqual({ output: { text: '42', data: 42 } })
  })

  it('a tool that fails as an answer with an error', async () => {
    const failing = tool(() => Promise.reject(new Error('offline')))
    expect(await runner.execute(failing, {}, context())).toEqual({
      output: { text: '`add` failed: offline', error: true },
    })
  })

  it('no longer than its time, and tells it so', async () => {
    let signal: AbortSignal | undefined
    const hung = tool((_, { signal: given }) => {
      signal = given
      return new Promise(() => {})
    })
    const done = Promise.resolve(runner.execute({ ...hung, timeoutMs: 1_000 }, {}, context()))
    await clock.advance(999)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(await done).toEqual({ output: { text: '`add` failed: no answer within 1000 ms', error: true } })
    expect(signal?.aborted).toBe(true)
  })

  it('no longer than its session, whether or not it listens', async () => {
    const session = new AbortController()
    const done = Promise.resolve(
      runner.execute(
        tool(() => new Promise(() => {})),
        {},
        context(session.signal),
      ),
    )
    session.abort()
    expect(await done).toEqual({ output: { text: '`add` failed: the session was stopped', error: true } })
  })

  it('a tool whose signal aborts with that of the session', () => {
    const session = new AbortController()
    let signal: AbortSignal | undefined
    const looking = tool((_, { signal: given }) => {
      signal = given
    })
    void runner.execute(looking, {}, context(session.signal))
    session.abort()
    expect(signal?.aborted).toBe(true)
  })

  it('a tool that takes its context apart', async () => {
    const apart = tool(async (_, { session, owner, path, idempotencyKey, generate }) => {
      await generate([]).catch(() => {})
      return [session, owner, path, idempotencyKey]
    })
    expect(await runner.execute(apart, {}, context())).toMatchObject({
      output: { data: ['ses_1', 'ada', 'act#1[0]', 'ses_1/act#1[0]'] },
    })
  })
})
