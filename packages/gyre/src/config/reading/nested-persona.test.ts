import { defineTool, loops, type Runtime, textOf } from '@gyre/core'
import { calls, modelOf, type ScriptedModel, type ScriptedReply, says } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { dataProcess } from '../../../test/data-process.ts'
import { open } from '../../open.ts'
import { parsePersonas } from './persona-files.ts'

const yaml = `name: careful-researcher
description: Retries a plan until a judge is satisfied
loop: reflexion
config:
  maxReflections: 2
  inner:
    loop: plan-execute
    config:
      maxSteps: 6
      step:
        loop: react
        config: { maxIterations: 4 }
models: { author: openai/gpt-5, judge: anthropic/claude-sonnet-5, planner: heavy }
sampling: { planner: { temperature: 0 } }
tools: [web.*, files.read]
instructions: Answer in Danish.
budget: { modelCalls: 40, costUsd: 0.5, onExhausted: wrap-up }
breakpoints: [{ before: files.write }]
`

/** The first step asks a tool. The first episode is wrong, which the judge says. */
const replies: Readonly<Record<string, (path: string) => ScriptedReply>> = {
  plan: () => says('1. Look it up.\n2. Say it.'),
  think: (path) => (/step#1.*think#1$/.test(path) ? calls('web.search', { q: 'answer' }) : says('It is 42.')),
  synthesise: (path) => says(path.startsWith('episode#1/') ? 'Det er 41.' : 'Det er 42.'),
  evaluate: (path) =>
    says(`${path === 'evaluate#1' ? 'UNSATISFACTORY\nSCORE: 3' : 'SATISFACTORY\nSCORE: 9'}\nREASON: The tool says 42.`),
  reflect: () => says('Copy what the tool says.'),
}

/** A model of this name that says what is written for the label of a step. */
function playing(id: string): ScriptedModel {
  const price = { input: 1, output: 1 }
  const reply = (path: string) => replies[/([^/#]+)#\d+$/.exec(path)?.[1] ?? '']?.(path)
  return modelOf((_, { path }) => reply(path) ?? says(`Nothing is written for ${path}.`), { id, price })
}

const tool = (name: string) =>
  defineTool({
    name,
    description: name,
    input: z.object({ q: z.string() }),
    effect: 'pure',
    run: ({ q }) => `${q}: 42`,
  })

function place(): { runtime: Runtime; author: ScriptedModel; judge: ScriptedModel; planner: ScriptedModel } {
  const [author, judge, planner] = [
    playing('openai/gpt-5'),
    playing('anthropic/claude-sonnet-5'),
    playing('heavy'),
  ] as const
  const tools = ['web.search', 'files.read', 'files.write'].map(tool)
  const runtime = open({ models: [author, judge, planner], tools })
  onTestFinished(() => runtime.close())
  return { runtime, author, judge, planner }
}

describe('a persona whose loop holds a loop that holds a loop', () => {
  it('is saved from YAML as it is written', async () => {
    const { gyreWith, gyre } = dataProcess()
    expect(await gyreWith({ input: yaml }, 'personas', 'save', '-')).toMatchObject({ code: 0 })
    const { out } = await gyre('personas', 'show', 'careful-researcher', '--json')
    const { persona } = JSON.parse(out) as { persona: unknown }
    expect([persona]).toEqual(await parsePersonas(yaml, 'careful-researcher.yaml', loops))
  })

  it('runs through all three, each role with its model', async () => {
    const { runtime, author, judge, planner } = place()
    const [persona] = await parsePersonas(yaml, 'careful-researcher.yaml', runtime.loops)
    await runtime.personas.save(persona)
    const session = await runtime.startAs('careful-researcher', 'What is the answer?')
    expect(await session.outcome).toMatchObject({ loop: 'reflexion', outcome: 'answered', answer: 'Det er 42.' })

    const steps = (await runtime.read(session.id)).rows.flatMap(({ path, type }) =>
      type === 'step.finished' && path ? [path.replaceAll(/#\d+(?:\[\d+\])?/g, '')] : [],
    )
    expect(steps).toContain('episode/plan-execute/plan')
    expect(steps.some((path) => /^episode\/plan-execute\/.*react\/think$/.test(path))).toBe(true)
    expect(steps.some((path) => /^episode\/plan-execute\/.*react\/act$/.test(path))).toBe(true)
    expect(judge.requests).toHaveLength(2)
    expect(planner.requests).toHaveLength(2)
    expect(planner.requests.map(({ temperature }) => temperature)).toEqual([0, 0])
    const said = author.requests.map(({ messages }) => messages.map(textOf).join('\n'))
    expect(said.every((text) => text.includes('Answer in Danish.'))).toBe(true)
    expect(said.some((text) => text.includes('Copy what the tool says.'))).toBe(true)
    const offered = author.requests.flatMap(({ tools = [] }) => tools.map(({ name }) => name))
    expect([...new Set(offered)].sort()).toEqual(['files.read', 'web.search'])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it.each([
    ['maxSteps: 6', 'maxStep: 6', '9:7: config.inner.config.maxStep: unknown key; did you mean `maxSteps`?'],
    ['maxSteps: 6', 'maxSteps: six', '9:17: config.inner.config.maxSteps: expected a whole number'],
    [
      'loop: plan-execute',
      'loop: plan-exceute',
      '7:11: config.inner.loop: there is no loop `plan-exceute`; did you mean `plan-execute`?',
    ],
    [
      'maxIterations: 4',
      'maxIterations: 0',
      '12:34: config.inner.config.step.config.maxIterations: expected a whole number',
    ],
    [
      'maxIterations: 4',
      'maxTurns: 4',
      '12:19: config.inner.config.step.config.maxTurns: unknown key; there are `maxIterations`',
    ],
    ['  inner:', '  iner:', '6:3: config.iner: unknown key; did you mean `inner`?'],
  ])('with `%s` written `%s` is refused at its line', async (good, bad, fault) => {
    const { gyreWith } = dataProcess()
    const { code, err } = await gyreWith({ input: yaml.replace(good, bad) }, 'personas', 'validate', '-')
    expect(code).toBe(2)
    expect(err).toContain(`stdin:${fault}`)
  })
})

describe('`gyre run` with a loop in the config', () => {
  const say = () =>
    modelOf(({ messages }) =>
      says(messages.some((m) => textOf(m).includes('SCORE')) ? 'SATISFACTORY\nSCORE: 9' : 'FINAL ANSWER: 4'),
    )
  const run = (...config: string[]) =>
    dataProcess(say()).gyre('run', '-l', 'reflexion', ...config.flatMap((each) => ['-c', each]), '2 + 2?', '--json')

  it('runs it, with its own settings', async () => {
    const { out } = await run('inner.loop=cot', 'inner.config.samples=3')
    expect(JSON.parse(out)).toMatchObject({ answer: '4', outcome: 'answered', usage: { modelCalls: 4 } })
  })

  it.each([
    [['inner.loop=cto'], 'Config of `reflexion`: inner.loop: there is no loop `cto`; did you mean `cot`?'],
    [
      ['inner.loop=cot', 'inner.config.sample=3'],
      'Config of `reflexion`: inner.config.sample: unknown key; did you mean `samples`?',
    ],
  ])('refuses %j before anything is asked', async (config, message) => {
    const { code, err, out } = await run(...config)
    expect(code).toBe(2)
    expect(`${err}${out}`).toContain(message)
  })
})
