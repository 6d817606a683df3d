/**
 * Self-ask: ask yourself the smaller questions first, one fact each, and answer from their answers.
 *
 * Press et al. 2022, "Measuring and Narrowing the Compositionality Gap in Language Models".
 * https://arxiv.org/abs/2210.03350
 *
 *     while fewer than maxFollowUps were asked
 *       follow-ups, answer <- model(chain)
 *       if no follow-ups: return answer
 *       intermediate answers <- search(follow-ups), or model(follow-up) without such a tool
 *       chain <- chain + follow-ups + intermediate answers
 *     return model(chain + "answer now")
 *
 * Unlike the paper, a follow-up is a call of the tool `follow_up` where the model has native tools, one reply may
 * hold several of them, and tools can be named. A follow-up that has an answer is never asked again.
 */
import { defineLoop } from '../../kernel/loop.ts'
import { assistant, type Message, type Part, system, type ToolCall, user } from '../../messages.ts'
import { lookupTool } from '../../parsing/lookup-tool.ts'
import { followUpTool, selfAskGrammar } from '../../parsing/self-ask-grammar.ts'
import { beforeInvented } from '../../parsing/self-ask-sections.ts'
import { answeredBy } from '../cut-off.ts'
import { taskMessages } from '../task-messages.ts'
import { detailsOf, forcedEnd, type Progress, stopOf, wentOn } from './ends.ts'
import { answersTo } from './intermediate-answers.ts'
import { prompts } from './prompts.ts'
import { config } from './schema.ts'

const exampleGoal = 'Who commanded the ship that saved the people of the barge Juniper?'

/**
 * The reply with those of its calls alone that are taken, for providers refuse a call that has no answer; and without
 * answers that it made up. Nothing when nothing is left.
 */
function takenOf(message: Message, taken: readonly ToolCall[]): readonly Message[] {
  const parts = message.parts.flatMap((part): readonly Part[] => {
    if (part.type === 'tool-call') return taken.includes(part) ? [part] : []
    if (part.type !== 'text') return [part]
    const text = beforeInvented(part.text)
    if (text === part.text) return [part]
    return text === '' ? [] : [{ ...part, text }]
  })
  if (parts.length === 0) return []
  const isSame = message.parts.every((part, index) => part === parts[index])
  return [isSame ? message : assistant(parts)]
}

/** Asks itself the smaller questions first, one fact each, and answers from their answers. */
export const selfAsk = defineLoop({
  name: 'self-ask',
  version: 1,
  summary: 'Ask the smaller questions first, then answer from their answers.',
  paper: 'https://arxiv.org/abs/2210.03350',
  config,
  prompts,
  traits: {
    minCalls: '1',
    multiArgTools: true,
    selfCorrects: false,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'a chain of facts, each found with the one before',
    signals: ['whose', 'who founded', 'the person who', 'the company that', 'the place where', 'born in'],
  },
  example: { goal: exampleGoal, args: ['-l', 'self-ask', exampleGoal] },

  async run(ctx, task, { maxFollowUps, protocol, parallel, reuse }) {
    const pace = ctx.prompt(parallel ? prompts.together : prompts.oneByOne)
    const chain: Message[] = [system(ctx.prompt(prompts.system, { pace })), ...taskMessages(task)]
    const spoken = { grammar: selfAskGrammar, protocol }
    const tools = [followUpTool, ...ctx.tools.filter(({ name }) => name !== followUpTool.name)]
    const lookup = lookupTool(ctx.tools)
    const instruction = ctx.prompt(prompts.answer)
    const repeated = reuse ? {} : { repeated: ctx.prompt(prompts.repeated) }

    let progress: Progress = { asked: 0, unreadable: 0, known: new Map() }
    let stop: string | undefined
    while (stop === undefined) {
      const { asked, unreadable, known } = progress
      const reply = await ctx.generate(chain, { ...spoken, tools, label: 'ask', turn: true })
      if (reply.fault !== undefined && reply.finish !== 'filtered') {
        chain.push(...takenOf(reply.message, []), user(ctx.prompt(prompts.unreadable, { fault: reply.fault })))
        progress = { ...progress, unreadable: unreadable + 1 }
      } else if (reply.toolCalls.length > 0) {
        const calls = reply.toolCalls.slice(0, parallel ? maxFollowUps - asked : 1)
        const answered = await answersTo(ctx, { calls, known, lookup, instruction, ...repeated })
        chain.push(...takenOf(reply.message, calls), ...answered.messages)
        progress = wentOn(progress, answered)
      } else return answeredBy(reply, detailsOf(progress))
      stop = stopOf(progress, maxFollowUps)
    }

    const last = await ctx.generate([...chain, user(ctx.prompt(prompts.answerNow))], { ...spoken, label: 'conclude' })
    return forcedEnd(last, progress, stop)
  },
})
