/** Skills as tools: a model hands a task to one, which works on it by its instructions and within its rights. */
import { defineTool, defineToolbox, GyreError, suggestion, type Tool, type Toolbox } from '@gyre/core'
import { z } from 'zod'
import { runSkill } from './run-skill.ts'
import { readerName, type Skill } from './skill.ts'
import { readResource } from './skill-reader.ts'

const toolbox = 'skills'
const reader = `${toolbox}.${readerName}`

/** One tool for each skill, and one that reads their files when there are any. */
export function skillsToolbox(skills: readonly Skill[]): Toolbox {
  const tools: Tool[] = skills.map(skillTool)
  if (skills.some(({ resources }) => resources.length > 0)) tools.push(readerTool(skills))
  return defineToolbox({ name: toolbox, description: 'Tasks done by written instructions.', tools })
}

const taskInput = z.object({
  task: z.string().min(1).describe('What to do, complete in itself.'),
  context: z.string().optional().describe('What is known already and matters for it.'),
})

function skillTool(skill: Skill): Tool {
  const tool = `${toolbox}.${skill.name}`
  return defineTool({
    name: tool,
    description: skill.description,
    input: taskInput,
    // All it does are steps of its own, each on record: run again after a crash it goes on where it was. `once` would
    // ask a person about what the journal knows, and what must not be repeated says so itself, one call at a time.
    effect: 'idempotent',
    // Its answers may be pages or code, whose markup is part of them.
    keepsMarkup: true,
    run: (task, context) => runSkill({ skill, tool, reader }, task, context),
  }) as Tool
}

function readerTool(skills: readonly Skill[]): Tool {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  return defineTool({
    name: reader,
    description: 'Reads a file that belongs to a skill.',
    input: z.object({
      skill: z.string().describe('The name of the skill.'),
      path: z.string().min(1).describe('The file, as a path from the folder of the skill.'),
    }),
    effect: 'pure',
    // As much as the instructions themselves, which speak as the system: both are by those who wrote the skill.
    trusted: true,
    keepsMarkup: true,
    permissions: ['files.read'],
    run: async ({ skill: name, path }) => {
      const skill = byName.get(name)
      if (!skill)
        throw new GyreError('path-refused', `There is no skill \`${name}\`; ${suggestion(name, [...byName.keys()])}`)
      return readResource(skill, path)
    },
  }) as Tool
}
