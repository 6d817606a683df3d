/** The end: the author answers from what the steps gave, and the details say how it came about. */
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { cutOff, isPiece, lackOf } from '../cut-off.ts'
import { memoryText, shownMemory } from './memory.ts'
import { prompts } from './prompts.ts'
import { type StepResult, shownOutcomes, shownResults, sourceList, sourceName, sourcesOf } from './results.ts'
import { scoresOf, trendOf } from './trend.ts'
import type { End, Work } from './work.ts'

/** So many characters of an output stand in the details; the journal has all of it. */
const longestDetail = 4_000

/** There is no tool that a plan may use: nothing is asked. */
export function withoutTools(ctx: LoopContext, allowed: readonly string[]): LoopResult {
  const offered = ctx.tools.map(({ name }) => `\`${name}\``).join(', ') || 'none'
  const patterns = allowed.map((pattern) => `\`${pattern}\``).join(', ') || 'none'
  const gap = `No tool may be used. The session has: ${offered}. Allowed are: ${patterns}. Give it tools, or set \`allowedTools\`.`
  ctx.note('gap', { gap })
  return { answer: null, outcome: 'stuck:no-tools', gap, details: { stop: 'no-tools' } }
}

/** The result of a run. Where nothing may be answered, or nothing is there to answer from, no model is asked. */
export async function conclude(ctx: LoopContext, work: Work, end: End): Promise<LoopResult> {
  const { outcome, gap, stop } = end
  const details = detailsOf(work)
  const given = { ...(outcome && { outcome }), ...(gap !== undefined && { gap }) }
  if (!end.answers) return { answer: null, ...given, details: { stop, ...details } }
  if (isBare(work, end)) {
    const why = gap ?? 'No step gave anything to answer from.'
    return { answer: null, outcome: outcome ?? 'stuck:nothing', gap: why, details: { stop, ...details } }
  }
  const reply = await answerFrom(ctx, work, gap)
  const text = reply.text.trim()
  // The answer is what was proposed: what is known, as it is.
  if (text === '' && !isPiece(reply)) {
    return {
      answer: null,
      outcome: 'stuck:unreadable',
      ...(gap !== undefined && { gap }),
      details: { stop: 'unreadable', ...details },
    }
  }
  const { answer, sources } = cited(text, work)
  const cites = { ...details, sources }
  if (isPiece(reply)) {
    const cut = cutOff({ text: answer, finish: reply.finish }, cites)
    // What was open before is told beside it.
    return gap === undefined ? cut : { ...cut, gap: `${gap} ${lackOf(reply)}` }
  }
  return { answer, ...given, details: { stop, ...cites } }
}

/** There is nothing to answer from, and no call was kept back to say so. */
function isBare({ prior, progress }: Work, { isForced }: End): boolean {
  const hasAnything = sourcesOf(progress.done).length > 0 || prior !== undefined || progress.memory.answers.length > 0
  return !isForced && !hasAnything
}

function answerFrom(ctx: LoopContext, { task, config, prior, progress }: Work, gap: string | undefined) {
  const { done, memory } = progress
  const prompt = ctx.prompt(config.showOutputs ? prompts.summarise : prompts.summariseFromMemory)
  const asked = gap === undefined ? prompt : `${prompt} ${ctx.prompt(prompts.unfinished)}`
  const given = material({
    task: task.goal,
    known: config.showOutputs ? prior : undefined,
    results: config.showOutputs ? shownResults(done) : shownOutcomes(done),
    memory: shownMemory(memory),
    unfinished: gap === undefined ? undefined : shownText({ text: gap, untrusted: { from: 'gap' } }),
  })
  ctx.phase('summarising')
  // The grammar keeps a call that it writes all the same from people.
  return ctx.generate([system(asked), ...task.messages, user(given, ...task.files)], {
    label: 'summarise',
    grammar: reactGrammar,
  })
}

type Cited = {
  readonly answer: string
  readonly sources: readonly { readonly number: number; readonly from: string }[]
}

/** The answer with the list of what it cites. Where a form is asked for, a list would spoil it. */
function cited(text: string, { task, config, progress }: Work): Cited {
  const sources = config.showOutputs ? sourcesOf(progress.done) : []
  const numbers = numbersIn(text, sources)
  const listed = [...numbers].map((number) => ({ number, from: sourceName(sources[number - 1] as StepResult) }))
  const answer = numbers.size === 0 || task.output ? text : `${text}\n\n${sourceList(sources, numbers)}`
  return { answer, sources: listed }
}

/** The sources that a text cites, as [1], [1][2] or [1, 2], in their order. */
function numbersIn(text: string, sources: readonly StepResult[]): ReadonlySet<number> {
  const groups = [...text.matchAll(/\[(\d{1,3}(?:\s?[,;]\s?\d{1,3}){0,20})\]/g)]
  const numbers = groups.flatMap(([, group = '']) => group.split(/[,;]/).map(Number))
  return new Set(numbers.filter((number) => number >= 1 && number <= sources.length).sort((a, b) => a - b))
}

function detailsOf({ progress }: Work) {
  const { iterations, adjusts, done, rounds, decisions, memory } = progress
  return {
    iterations,
    adjusts,
    steps: done.map(detailOf),
    decisions,
    facts: memory.facts,
    workingMemory: memoryText(memory),
    trend: trendOf(scoresOf(rounds)),
  }
}

function detailOf({ suspected = [], output, ...step }: StepResult) {
  const shown = output === null ? null : withoutMiddle(output, longestDetail)
  return { ...step, output: shown, ...(suspected.length > 0 && { suspected: true }) }
}
