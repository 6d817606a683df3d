/** Skills behind the guard: their rights are those of their loop, narrowed to their list. */
import { defineTool, type JournalRow, Runtime, react, type Tool } from '@gyre/core'
import { calls, type ScriptedTurn, says, scriptedModel, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toolGuard } from '../../packages/tools/src/guard/guard.ts'
import { skillsToolbox } from '../../packages/tools/src/toolboxes/skills/skills-toolbox.ts'
import { skillsOf, skillText } from './skill-files.ts'

const made: string[] = []

function toolOf(name: string): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    input: z.object({}),
    effect: 'pure',
    trusted: true,
    run: () => {
      made.push(name)
      return `${name} done`
    },
  }) as Tool
}

/** What was denied in a session of react that has these skills and two tools, and what was made. */
async function session(skills: Readonly<Record<string, string>>, ...script: readonly ScriptedTurn[]) {
  made.length = 0
  const store = memoryStore()
  const clock = simulatedClock(0)
  const toolRunner = toolGuard({ clock, keys: store.keys, keyValue: store.keyValue, isKnown: () => true })
  const texts = Object.entries(skills).map(([name, allowed]) => [
    `${name}/SKILL.md`,
    skillText(name, `allowed-tools: ${allowed}\n`),
  ])
  const tools = [
    ...skillsToolbox(await skillsOf(Object.fromEntries(texts))).tools,
    toolOf('files.read'),
    toolOf('files.write'),
  ]
  const runtime = new Runtime({ store, loops: [react], tools, toolRunner, clock })
  const model = scriptedModel(...script)
  const started = await runtime.start(react, 'Go.', { model, tools })
  const end = await started.outcome
  model.assertUsedUp()
  return { end, denied: deniedIn(await store.journal.read(started.id, 1)), made: [...made] }
}

function deniedIn(rows: readonly JournalRow[]): readonly string[] {
  return rows.flatMap(({ type, path, data }) => {
    const note =
      type === 'note' && data ? (JSON.parse(data) as { name: string; value: { tool: string; by: string } }) : undefined
    return note?.name === 'tool.denied' ? [`${path?.split('/note')[0]} ${note.value.tool} by ${note.value.by}`] : []
  })
}

const task = { task: 'Do it.' }

describe('a skill behind the guard', () => {
  it('uses the tools of its list', async () => {
    const { made, denied } = await session(
      { a: 'files.read' },
      calls('skills.a', task),
      calls('files.read'),
      says('Read.'),
      says('Done.'),
    )
    expect({ made, denied }).toEqual({ made: ['files.read'], denied: [] })
  })

  it('is denied a tool that its loop has and its list has not', async () => {
    const { end, made, denied } = await session(
      { a: 'files.read' },
      calls('skills.a', task),
      calls('files.write'),
      says('I may not.'),
      calls('files.write'),
      says('Done.'),
    )
    expect(end).toMatchObject({ answer: 'Done.', outcome: 'answered' })
    expect(denied).toEqual(['act#1[0]/act#1[0] files.write by allow-list'])
    // The loop itself may use it.
    expect(made).toEqual(['files.write'])
  })

  it('has no more rights inside of another skill than that one has', async () => {
    const { made, denied } = await session(
      { a: 'skills.b files.read', b: 'files.*' },
      calls('skills.a', task),
      calls('skills.b', task),
      calls('files.write'),
      says('I may not.'),
      says('Well.'),
      says('Done.'),
    )
    expect(made).toEqual([])
    expect(denied).toEqual(['act#1[0]/act#1[0]/act#1[0] files.write by allow-list'])
  })

  it('is denied all tools when it is the fourth inside of each other', async () => {
    const { end, denied, made } = await session(
      { a: '"*"', b: '"*"', c: '"*"', d: '"*"' },
      calls('skills.a', task),
      calls('skills.b', task),
      calls('skills.c', task),
      calls('files.read'),
      calls('skills.d', task),
      calls('files.read'),
      ...['d', 'c', 'b', 'a', 'Done.'].map((text) => says(text)),
    )
    expect(end).toMatchObject({ answer: 'Done.', outcome: 'answered' })
    expect(made).toEqual(['files.read'])
    expect(denied).toEqual(['act#1[0]/act#1[0]/act#1[0]/act#2[0]/act#1[0] files.read by token'])
  })
})
