import { type Message, type ToolContext, textOf } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { runSkill } from './run-skill.ts'
import type { Skill } from './skill.ts'

/** The answer of a skill with these rights in a session with these tools, and the first thing its model was told. */
async function run(allowedTools: readonly string[], names: readonly string[]) {
  const asked: (readonly Message[])[] = []
  const generate = async (messages: readonly Message[]) => {
    asked.push([...messages])
    return { text: 'Done.', toolCalls: [], message: { role: 'assistant', parts: [] } }
  }
  const tools = names.map((name) => ({ name, description: '', input: {} }))
  const context = { tools, generate, limitedTo: () => context } as unknown as ToolContext
  const skill = { name: 'notes', instructions: 'Write notes.', allowedTools, resources: [] } as unknown as Skill
  const answer = await runSkill({ skill, tool: 'skills.notes', reader: 'skills.read' }, { task: 'Go.' }, context)
  const [system] = asked[0] ?? []
  return { answer, told: system && textOf(system) }
}

describe('a skill', () => {
  it.each([
    [['files.read'], ['skills.notes'], "`files.read` is not among this session's tools."],
    [['files.read', 'math.*', 'web.*'], ['math.add'], "`files.read`, `web.*` are not among this session's tools."],
    // Its own tool is none that it could call.
    [['skills.*'], ['skills.notes'], "`skills.*` is not among this session's tools."],
  ])('allowed %j in a session with %j is told what is missing, and so is who asked', async (allowed, names, line) => {
    expect(await run(allowed, names)).toEqual({
      answer: `Done.\n\n[${line}]`,
      told: `Write notes.\n\n${line} Do without, and say what you could not do.`,
    })
  })

  it.each([
    [[], ['files.read']],
    [['*'], []],
    [['files.*'], ['files.read']],
  ])('allowed %j in a session with %j misses nothing', async (allowed, names) => {
    expect(await run(allowed, names)).toEqual({ answer: 'Done.', told: 'Write notes.' })
  })
})
