/** Runs a skill: its instructions are the system prompt, and it uses no tools but its own. */
import { GyreError, matchesGlob, reactGrammar, type ToolCall, type ToolContext, type ToolSpec } from '@gyre/core'
import type { Skill } from './skill.ts'
import { answerNow, missingLine, type SkillTask, skillMessages, unreadableReply } from './skill-prompt.ts'

/** More turns than these, and the task is one for a loop. */
const mostTurns = 12

export type SkillRun = {
  readonly skill: Skill
  /** The name of the skill's own tool, which it cannot call. */
  readonly tool: string
  /** The name of the tool that reads its files. */
  readonly reader: string
}

/** Its answer; what it had to do without is said below. */
export async function runSkill(run: SkillRun, task: SkillTask, context: ToolContext): Promise<string> {
  const missing = missingTools(run, context.tools)
  const answer = await answerOf(run, task, context, missing)
  return missing.length === 0 ? answer : `${answer}\n\n[${missingLine(missing)}]`
}

async function answerOf(
  run: SkillRun,
  task: SkillTask,
  context: ToolContext,
  missing: readonly string[],
): Promise<string> {
  const { skill, reader } = run
  const names = toolsOf(run, context.tools)
  const messages = skillMessages(skill, task, { reader: names.includes(reader) ? reader : undefined, missing })
  if (names.length === 0) return answered(skill, (await context.generate(messages, { label: 'answer' })).text)
  const inside = context.limitedTo(names)
  const tools = inside.tools.map((tool) => (tool.name === reader ? forSkill(tool) : tool))
  for (let turn = 1; turn <= mostTurns; turn++) {
    const reply = await inside.generate(messages, { tools, grammar: reactGrammar, label: 'think' })
    messages.push(reply.message)
    if (reply.fault !== undefined) messages.push(unreadableReply(reply.fault))
    else if (reply.toolCalls.length === 0) return answered(skill, reply.text)
    else
      messages.push(
        ...(await inside.callTools(
          reply.toolCalls.map((call) => ofSkill(call, run)),
          { label: 'act' },
        )),
      )
  }
  const last = await inside.generate([...messages, answerNow], { grammar: reactGrammar, label: 'answer' })
  return answered(skill, last.text)
}

/** Those of the loop that its front matter allows, and the reader when there is something to read. */
function toolsOf({ skill, tool, reader }: SkillRun, tools: readonly ToolSpec[]): readonly string[] {
  const isAllowed = (name: string) => skill.allowedTools.some((pattern) => matchesGlob(pattern, name))
  const reads = (name: string) => name === reader && skill.resources.length > 0
  return tools
    .map(({ name }) => name)
    .filter((name) => name !== tool && (reads(name) || (name !== reader && isAllowed(name))))
}

/** What its front matter asks for and the session does not have. `*` asks for nothing in particular. */
function missingTools({ skill, tool }: SkillRun, tools: readonly ToolSpec[]): readonly string[] {
  const names = tools.map(({ name }) => name).filter((name) => name !== tool)
  return skill.allowedTools.filter((pattern) => pattern !== '*' && !names.some((name) => matchesGlob(pattern, name)))
}

/** Which skill it is goes without saying: a skill reads its own files. */
function forSkill(reader: ToolSpec): ToolSpec {
  const path = { type: 'string', description: 'One of the files of these instructions.' }
  const input = { type: 'object', properties: { path }, required: ['path'], additionalProperties: false }
  return { ...reader, description: 'Reads one of the files of these instructions.', input }
}

function ofSkill(call: ToolCall, { skill, reader }: SkillRun): ToolCall {
  if (call.tool !== reader || typeof call.input !== 'object' || call.input === null || Array.isArray(call.input))
    return call
  return { ...call, input: { ...call.input, skill: skill.name } }
}

function answered({ name }: Skill, text: string): string {
  if (text.trim() !== '') return text
  throw new GyreError('tool-failed', `The skill \`${name}\` gave no answer; try again with a clearer task.`)
}
