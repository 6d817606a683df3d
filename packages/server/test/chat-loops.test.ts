/** Every loop, streamed and not: the same answer, and a stream that stays as it is written down in `golden/`. */
import { loops, textOf } from '@gyre/core'
import { afterEach, describe, expect, it } from 'vitest'
import { Hand } from '../../../test/support/effects.ts'
import { Life } from '../../../test/support/life.ts'
import { equipment, type Scenario } from '../../../test/support/scenario.ts'
import { scenarioNamed } from '../../../test/support/scenarios.ts'
import { type Body, type Chat, chatting, type Streamed } from './support/chat-lab.ts'

const names = [
  'direct',
  'cot with three samples',
  'react with native tools',
  'react that runs out of turns',
  'plan-execute with steps side by side',
  'reflexion that is satisfied with its second episode',
  'self-ask with tools of every effect',
  'critic with checks side by side',
  'critic whose judge names tools that are not for checks',
  'tree-of-thoughts that finds an answer',
  'waves with calls that wait for each other, and are made once',
  'experts that plan for a gap, with dependencies and a call that must not be repeated',
  'reason with steps side by side, one of which must not be repeated',
  'research in two rounds, one of whose made-up passages fails',
  'auto with a clear choice',
]

const scenarios = names.map(scenarioNamed)

let chat: Chat | undefined

afterEach(async () => {
  await chat?.server.close()
  chat = undefined
})

async function open(scenario: Scenario): Promise<Chat> {
  const { model, tools } = equipment(scenario, new Hand('server', new Life()))
  const persona = { name: 'scenario', loop: scenario.loop.name, tools: scenario.tools ?? [] }
  chat = await chatting({ model, tools, personas: [{ persona, source: 'test' }] })
  return chat
}

function requestOf({ task, options = {} }: Scenario) {
  const { goal, messages = [] } = typeof task === 'string' ? { goal: task } : task
  const { config, budget, instructions } = options
  return {
    model: 'scenario',
    messages: [
      ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
      ...messages.map((message) => ({ role: message.role, content: textOf(message) })),
      { role: 'user', content: goal },
    ],
    gyre: { ...(config !== undefined && { config }), ...(budget && { budget }) },
  }
}

describe('every loop', () => {
  it('is among them', () => {
    expect(new Set(scenarios.map(({ loop }) => loop.name))).toEqual(new Set(loops.map(({ name }) => name)))
  })

  it.each(scenarios)('answers the same, streamed or not: $name', async (scenario) => {
    const whole = await (await open(scenario)).ask(requestOf(scenario))
    await chat?.server.close()
    const streamed = await (await open(scenario)).stream(requestOf(scenario))
    const [{ message, finish_reason: reason }] = whole.choices
    expect(whole.gyre.outcome).toBe(scenario.end.outcome)
    if (typeof scenario.end.answer === 'string') expect(message.content).toBe(scenario.end.answer)
    expect(streamed).toMatchObject({
      content: message.content,
      finish: reason,
      usage: whole.usage,
      gyre: { ...whole.gyre, session: streamed.gyre.session },
    })
    const row = (await chat?.server.runtime.read(streamed.gyre.session))?.view.usage
    expect(streamed.usage).toMatchObject({ prompt_tokens: row?.inputTokens, completion_tokens: row?.outputTokens })
  })

  it.each(scenarios)('streams as before: $name', async (scenario) => {
    const streamed = await (await open(scenario)).stream(requestOf(scenario))
    const file = `./golden/${scenario.name.replaceAll(/\W+/g, '-')}.sse`
    await expect(transcript(streamed)).toMatchFileSnapshot(file)
  })
})

/**
 * A stream without what differs from run to run: ids and times, how a text was cut, and statuses on the way, which a
 * session that is quicker than its watcher leaves out.
 */
function transcript({ chunks, gyre }: Streamed): string {
  const lasting = chunks.filter(({ event }) => event?.type !== 'status' || event.data.done)
  const joined: Body[] = []
  for (const chunk of lasting) {
    const before = joined.at(-1)
    const key = textKey(chunk)
    if (key && key === textKey(before)) before.choices[0].delta[key] += chunk.choices[0].delta[key]
    else joined.push(structuredClone(chunk))
  }
  const lines = joined.map((chunk) => `data: ${JSON.stringify({ ...chunk, created: 0 })}`)
  return `${[...lines, 'data: [DONE]'].join('\n\n').replaceAll(gyre.session, 'ses_1')}\n`
}

function textKey(chunk: Body): 'content' | 'reasoning_content' | undefined {
  const { role, ...delta } = chunk?.choices?.[0]?.delta ?? {}
  if (role) return undefined
  return (['content', 'reasoning_content'] as const).find((key) => key in delta)
}
