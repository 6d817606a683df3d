/** A tool as a judge: a code check that people register, which costs no model call. */
import { GyreError } from '../errors.ts'
import { shownText } from '../fence.ts'
import type { LoopContext, LoopEnd } from '../kernel/context.ts'
import type { Task } from '../kernel/loop.ts'
import { readCheck, type Verdict } from '../parsing/verdict.ts'

type Judge = (ctx: LoopContext, task: Task, attempt: Pick<LoopEnd, 'answer'>) => Promise<Verdict>

/** Calls this tool with `{ task, answer }`. Its failure, or what cannot be read as a verdict, is not satisfactory. */
export function codeCheck({ tools }: LoopContext, name: string): Judge {
  const names = tools.map((tool) => tool.name)
  if (!names.includes(name)) {
    const there = names.length === 0 ? 'There are none.' : `Tools: ${names.join(', ')}.`
    throw new GyreError('tool-unknown', `\`evaluatorTool\` names no tool of this session: \`${name}\`. ${there}`, {
      name,
    })
  }
  // Equal answers have equal verdicts: the kernel would refuse the same call a third time.
  const known = new Map<string, Verdict>()
  return async (ctx, task, { answer }) => {
    const key = JSON.stringify(answer)
    const verdict = known.get(key) ?? (await checked(ctx, name, { task: task.goal, answer }))
    known.set(key, verdict)
    return verdict
  }
}

type Question = { readonly task: string; readonly answer: LoopEnd['answer'] }

async function checked(ctx: LoopContext, tool: string, input: Question): Promise<Verdict> {
  const [message] = await ctx.callTools([{ type: 'tool-call', id: 'check', tool, input }], { label: 'check' })
  const result = message?.parts.find((part) => part.type === 'tool-result')
  const text = result?.text ?? ''
  const fenced = (reason: string) =>
    shownText({ text: reason, ...(result?.untrusted && { untrusted: { from: result.untrusted.from } }) })
  if (result?.error) return { isSatisfactory: false, score: 0, reason: `The check failed: ${fenced(text)}` }
  const read = readCheck(text)
  if (read.ok) return { ...read.value, reason: read.value.reason === '' ? '' : fenced(read.value.reason) }
  return { isSatisfactory: false, score: 0, reason: `The result of the check cannot be read: ${read.fault}.` }
}
