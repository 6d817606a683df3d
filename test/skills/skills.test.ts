/** Skills in sessions: what models are told, which tools they are shown, what is on record. */
import { defineTool, type Model, type ModelRequest, Runtime, react, type Tool, textOf } from '@gyre/core'
import {
  calls,
  callsAll,
  type ScriptedModel,
  type ScriptedTurn,
  says,
  scripted,
  scriptedModel,
  simulatedClock,
} from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { skillsToolbox } from '../../packages/tools/src/toolboxes/skills/skills-toolbox.ts'
import { skillsOf, skillText } from './skill-files.ts'

const seen: string[] = []

function noted(name: string): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    input: z.object({ what: z.string() }),
    effect: 'pure',
    trusted: true,
    run: ({ what }) => {
      seen.push(`${name} ${what}`)
      return `${name} of ${what}`
    },
  }) as Tool
}

const tools = ['files.read', 'files.write', 'math.add'].map(noted)

/** A session of react that has the skills of these files beside those tools. */
async function session(files: Readonly<Record<string, string>>, model: Model) {
  seen.length = 0
  const store = memoryStore()
  const all = [...skillsToolbox(await skillsOf(files)).tools, ...tools]
  const runtime = new Runtime({ store, loops: [react], tools: all, clock: simulatedClock(0) })
  const started = await runtime.start(react, 'Go.', { model, tools: all })
  const end = await started.outcome
  const rows = await store.journal.read(started.id, 1)
  const steps = rows.filter(({ type }) => type === 'step.finished').map(({ path }) => path)
  const { view } = await runtime.read(started.id)
  return { end, steps, usage: view.usage, rows }
}

/** The messages of a request, each with who says it. */
function saidIn({ messages }: ModelRequest): readonly string[] {
  return messages.map((message) => {
    const results = message.parts.map((part) => (part.type === 'tool-result' ? part.text : ''))
    const called = message.parts.map((part) => (part.type === 'tool-call' ? `calls ${part.tool}` : ''))
    return `${message.role}: ${[textOf(message), ...called, ...results].filter(Boolean).join(' ')}`
  })
}

const toolsIn = ({ tools: offered }: ModelRequest) => offered?.map(({ name }) => name)

/** The result of the call of the loop, as its author reads it. */
const answerIn = (model: ScriptedModel) => saidIn(model.requests.at(-1)!).at(-1)

/** The author calls the skill, the skill says all this, and the author answers. */
function during(...turns: readonly ScriptedTurn[]): ScriptedModel {
  return scriptedModel(calls('skills.prose', { task: 'Write.' }), ...turns, says('Done.'))
}

describe('a skill that uses no tools', () => {
  const files = { 'prose/SKILL.md': skillText('prose') }

  it('is asked once, with its instructions as the system and the task from the user', async () => {
    const model = during(says('A poem.'))
    const { end, steps } = await session(files, model)
    expect(end).toMatchObject({ answer: 'Done.', outcome: 'answered' })
    expect(steps).toEqual(['think#1', 'act#1[0]/answer#1', 'act#1[0]', 'think#2'])
    const [, asked] = model.requests
    expect(saidIn(asked!)).toEqual(['system: You are good at prose.', 'user: Write.'])
    expect(toolsIn(asked!)).toBeUndefined()
    expect(answerIn(model)).toBe('tool: A poem.')
  })

  it('is told what is known, too', async () => {
    const call = calls('skills.prose', { task: 'Write.', context: 'It rains.' })
    const model = scriptedModel(call, says('A poem.'), says('Done.'))
    await session(files, model)
    expect(saidIn(model.requests[1]!).at(-1)).toBe('user: Write.\n\nWhat is known so far:\nIt rains.')
  })

  it('is counted in the usage of the session', async () => {
    const { usage } = await session(files, during(says('A poem.', { inputTokens: 1000, outputTokens: 500 })))
    expect(usage).toMatchObject({ modelCalls: 3, toolCalls: 1, inputTokens: 1020, outputTokens: 510 })
  })

  it('is shown to the author by its description', async () => {
    const model = during(says('A poem.'))
    await session(files, model)
    const offered = model.requests[0]?.tools?.find(({ name }) => name === 'skills.prose')
    expect(offered?.description).toBe('Is good at prose.')
    expect(Object.keys(offered?.input['properties'] ?? {})).toEqual(['task', 'context'])
  })

  it('fails when it has nothing to say', async () => {
    const model = during(says(' '))
    await session(files, model)
    expect(answerIn(model)).toBe(
      'tool: `skills.prose` failed: The skill `prose` gave no answer; try again with a clearer task.',
    )
  })

  it('fails when its model does, and the session goes on', async () => {
    const model = during({ error: new Error('out of order') })
    const { end } = await session(files, model)
    expect(end).toMatchObject({ answer: 'Done.', outcome: 'answered' })
    expect(answerIn(model)).toBe('tool: `skills.prose` failed: out of order')
  })
})

describe('a skill that uses tools', () => {
  const files = { 'prose/SKILL.md': skillText('prose', 'allowed-tools: files.* math.add web.search\n') }

  it('is offered those of the loop that it may use, and goes on until it answers', async () => {
    const model = during(
      callsAll({ tool: 'files.read', input: { what: 'a' } }, { tool: 'math.add', input: { what: '1' } }),
      calls('files.write', { what: 'b' }),
      says('A report.'),
    )
    const { steps } = await session(files, model)
    expect(model.requests.map(toolsIn).slice(1, -1)).toEqual(
      Array.from({ length: 3 }, () => ['files.read', 'files.write', 'math.add']),
    )
    expect(saidIn(model.requests[3]!)).toEqual([
      "system: You are good at prose.\n\n`web.search` is not among this session's tools. Do without, and say what you could not do.",
      'user: Write.',
      'assistant: calls files.read calls math.add',
      'tool: files.read of a',
      'tool: math.add of 1',
      'assistant: calls files.write',
      'tool: files.write of b',
    ])
    expect(steps.filter((path) => path?.startsWith('act#1[0]/'))).toEqual([
      'act#1[0]/think#1',
      'act#1[0]/act#1[0]',
      'act#1[0]/act#1[1]',
      'act#1[0]/think#2',
      'act#1[0]/act#2[0]',
      'act#1[0]/think#3',
    ])
    expect(answerIn(model)).toBe("tool: A report.\n\n[`web.search` is not among this session's tools.]")
  })

  it('is refused a tool outside of its list, though the loop has it', async () => {
    const narrow = { 'prose/SKILL.md': skillText('prose', 'allowed-tools: files.read\n') }
    const model = during(calls('files.write', { what: 'x' }), says('I may not.'))
    await session(narrow, model)
    expect(saidIn(model.requests[2]!).at(-1)).toBe('tool: Not run: there is no tool `files.write`. Tools: files.read.')
    expect(seen).toEqual([])
  })

  it('is not offered itself', async () => {
    const wide = { 'prose/SKILL.md': skillText('prose', 'allowed-tools: "*"\n'), 'b/SKILL.md': skillText('other') }
    const model = during(says('Well.'))
    await session(wide, model)
    expect(toolsIn(model.requests[1]!)).toEqual(['skills.other', 'files.read', 'files.write', 'math.add'])
  })

  it('is asked once when the loop has none of its tools', async () => {
    const other = { 'prose/SKILL.md': skillText('prose', 'allowed-tools: web.*\n') }
    const model = during(says('Without.'))
    const { steps } = await session(other, model)
    expect(steps).toContain('act#1[0]/answer#1')
    expect(toolsIn(model.requests[1]!)).toBeUndefined()
  })

  it('must answer without tools when its turns run out', async () => {
    const turns = Array.from({ length: 12 }, (_, turn) => calls('files.read', { what: `${turn}` }))
    const model = during(...turns, says('Enough.'))
    await session(files, model)
    const last = model.requests.at(-2)!
    expect(toolsIn(last)).toBeUndefined()
    expect(saidIn(last).at(-1)).toBe('user: You have no turns left. Answer now from what you have seen, without tools.')
    expect(answerIn(model)).toBe("tool: Enough.\n\n[`web.search` is not among this session's tools.]")
    expect(seen).toHaveLength(12)
  })

  it('is told that it could not be understood, and tries again', async () => {
    const unreadable = says('Thought: I write.\nAction: files.write\nAction Input: {"what": oops}')
    const script = [
      says('Thought: on.\nAction: skills.prose\nAction Input: {"task": "Write."}'),
      unreadable,
      // It is shown its fault once by itself, before the skill is.
      unreadable,
      says('FINAL_ANSWER: Understood.'),
      says('FINAL_ANSWER: Done.'),
    ]
    const model = scripted(script, { nativeTools: false })
    await session(files, model)
    expect(saidIn(model.requests[3]!).at(-1)).toMatch(
      /^user: Your last reply could not be read: the input of `files\.write` cannot be read: .* Use a tool in the form shown, or answer\.$/,
    )
    expect(answerIn(model)).toContain('Understood.')
  })

  it('calls tools in text with a model that has no others', async () => {
    const action = (tool: string, input: object) =>
      says(`Thought: on.\nAction: ${tool}\nAction Input: ${JSON.stringify(input)}`)
    const script = [
      action('skills.prose', { task: 'Write.' }),
      action('files.read', { what: 'a' }),
      says('FINAL_ANSWER: Read it.'),
      says('FINAL_ANSWER: Done.'),
    ]
    const model = scripted(script, { nativeTools: false })
    const { end } = await session(files, model)
    expect(end).toMatchObject({ answer: 'Done.', outcome: 'answered' })
    expect(seen).toEqual(['files.read a'])
  })
})

describe('a skill with files', () => {
  const files = {
    'prose/SKILL.md': skillText('prose'),
    'prose/ref/style.md': 'Be brief.',
    'verse/SKILL.md': skillText('verse'),
    'verse/meter.md': 'Five feet.',
  }

  it('is told which they are and reads them', async () => {
    const model = during(calls('skills.read', { path: 'ref/style.md' }), says('Brief.'))
    const { steps } = await session(files, model)
    const [, first, second] = model.requests
    expect(saidIn(first!)[0]).toBe(
      'system: You are good at prose.\n\nFiles of these instructions, to be read with `skills.read` when they are needed:\n- ref/style.md',
    )
    expect(toolsIn(first!)).toEqual(['skills.read'])
    expect(Object.keys(first?.tools?.[0]?.input['properties'] ?? {})).toEqual(['path'])
    expect(saidIn(second!).at(-1)).toBe('tool: Be brief.')
    expect(steps).toContain('act#1[0]/act#1[0]')
  })

  it('reads no files of another skill, whatever it writes', async () => {
    const model = during(calls('skills.read', { path: 'meter.md', skill: 'verse' }), says('No.'))
    await session(files, model)
    expect(saidIn(model.requests[2]!).at(-1)).toBe(
      'tool: `skills.read` failed: `prose` has no file `meter.md`; there are `ref/style.md`.',
    )
  })

  it('lets an author of a loop read them by the name of the skill', async () => {
    const model = scriptedModel(calls('skills.read', { skill: 'verse', path: 'meter.md' }), says('Done.'))
    await session(files, model)
    expect(answerIn(model)).toBe('tool: Five feet.')
  })

  it('is suggested to an author that names it wrongly', async () => {
    const model = scriptedModel(calls('skills.read', { skill: 'verses', path: 'meter.md' }), says('Done.'))
    await session(files, model)
    expect(answerIn(model)).toBe('tool: `skills.read` failed: There is no skill `verses`; did you mean `verse`?')
  })
})

describe('the toolbox of skills', () => {
  it('trusts what people wrote into the files of a skill, and not what a model made of it', async () => {
    const { tools: made } = skillsToolbox(await skillsOf({ 'a/SKILL.md': skillText('a'), 'a/x.md': '' }))
    expect(made).toMatchObject([
      { name: 'skills.a', effect: 'idempotent', trusted: false, keepsMarkup: true, permissions: [] },
      { name: 'skills.read', effect: 'pure', trusted: true, keepsMarkup: true, permissions: ['files.read'] },
    ])
  })

  it('has a tool for each skill, and a reader only when there are files', async () => {
    const names = async (files: Record<string, string>) =>
      skillsToolbox(await skillsOf(files)).tools.map(({ name }) => name)
    const files = { 'b/SKILL.md': skillText('b'), 'a/SKILL.md': skillText('a') }
    expect(await names(files)).toEqual(['skills.a', 'skills.b'])
    expect(await names({ ...files, 'a/x.md': '' })).toEqual(['skills.a', 'skills.b', 'skills.read'])
    expect(await names({})).toEqual([])
  })
})
