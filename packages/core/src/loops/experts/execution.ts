/** Execution: a task starts when those it depends on are done. */
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { unlessPlanChanged } from '../plan-changed.ts'
import { general } from './config.ts'
import { askExpert } from './expert-work.ts'
import { excerptOf, filled, filledValue, placeholdersIn, shownExcerpt } from './placeholders.ts'
import { prompts } from './prompts.ts'
import { admissionOf, shownEvidence, type TaskResult } from './result.ts'
import { expertsOf, type State, sourcesOf, tasksLeft } from './state.ts'
import type { PlannedTask } from './tasks.ts'
import { callFor } from './tool-work.ts'
import { asksDocuments, toolWorkOf } from './work.ts'

/** What all results that a task depends on may take of its request together. */
const longestTogether = 24_000

/**
 * Carries out the tasks of the round that are left. `keep` is given the results in the order of the tasks, which stand
 * behind those they depend on: also when the budget, or a person, ended some of them.
 */
export async function carryOut(
  ctx: LoopContext,
  state: State,
  keep: (results: readonly TaskResult[]) => void,
): Promise<void> {
  const tasks = tasksLeft(state)
  const awaited = new Map(tasks.map(({ id }) => [id, Promise.withResolvers<TaskResult | undefined>()]))
  // Whoever waits for a task that was cut short is told by its own promise; others need not know.
  for (const { promise } of awaited.values()) promise.catch(() => {})
  const earlier = new Map(state.all.map((result) => [result.id, result]))
  const finished: TaskResult[] = []

  const work = async (task: PlannedTask, branch: LoopContext, index: number) => {
    const own = awaited.get(task.id)
    try {
      const needed = await Promise.all(task.needs.map((id) => awaited.get(id)?.promise ?? earlier.get(id)))
      const given = needed.filter((each) => each !== undefined)
      // A person took back what it needs: then it is not its turn, either.
      const isOff = given.length < needed.length
      const result = isOff ? undefined : await doTask(branch, state, task, given).catch(unlessPlanChanged)
      if (result) finished[index] = result
      own?.resolve(result)
    } catch (error) {
      own?.reject(error)
      throw error
    }
  }
  const concurrency = state.config.parallel ? tasks.length : 1
  try {
    await ctx.map(tasks, work, { label: 'task', concurrency, answerFrom: answerFrom(ctx, state) })
  } finally {
    const results = Object.values(finished)
    keep(results)
    // An answer that was written already is better.
    const interim = interimAnswer(results)
    if (state.answer === undefined && interim !== undefined) ctx.propose(interim)
  }
}

/** What an answer is made from that is forced while tasks run. */
function answerFrom(ctx: LoopContext, { task }: State) {
  const messages = [
    system(ctx.prompt(prompts.merge)),
    ...task.messages,
    user(material({ task: task.goal }), ...task.files),
  ]
  return { messages }
}

/** What there is to show a person before the answer is written; undefined when no task gave anything. */
function interimAnswer(results: readonly TaskResult[]): string | undefined {
  const given = results.flatMap(({ question, output }) => (output === null ? [] : [{ question, output }]))
  if (given.length <= 1) return given[0]?.output
  return given.map(({ question, output }) => `${question}\n${output}`).join('\n\n')
}

async function doTask(
  ctx: LoopContext,
  state: State,
  task: PlannedTask,
  needed: readonly TaskResult[],
): Promise<TaskResult> {
  const { config, round } = state
  const work = toolWorkOf(callable(ctx, state, task, needed), ctx.tools, expertsOf(config))
  const lacking = work && emptyPlaceholder(task, needed)
  if (lacking !== undefined) return undone(task, round, lacking)
  if (work) return callFor(ctx, { task, work, round, maxPages: config.maxPages, seen: sourcesOf(state) })
  const experts = expertsOf(config)
  const expert = experts.find(({ category }) => category === task.category) ?? experts[0] ?? general
  const step = stepOf(task, needed, config.resultChars)
  return askExpert(ctx, { task, step, results: shownNeeds(needed), whole: state.task, config, expert, round })
}

/** The task with results in its query and arguments. A note says where one was shortened: a query has no room for that. */
function callable(ctx: LoopContext, { config }: State, task: PlannedTask, needed: readonly TaskResult[]): PlannedTask {
  const { goal, query, input } = task
  const fill = (id: string) => {
    const { text, isShortened } = excerptOf(usableOutput(needed, id) ?? '', config.resultChars)
    if (isShortened) ctx.note('shortened', { task: task.id, result_of: id, characters: text.length })
    return text
  }
  // The documents are asked what the task says where it has no query.
  const asked = query ?? (asksDocuments(task, expertsOf(config)) ? goal : undefined)
  return {
    ...task,
    ...(asked !== undefined && { query: filled(asked, fill) }),
    ...(input !== undefined && { input: filledValue(input, fill) }),
  }
}

/** The first result that a call needs in its place and that is not there. */
function emptyPlaceholder({ goal, query, input, tool }: PlannedTask, needed: readonly TaskResult[]) {
  const said = tool === undefined ? (query ?? goal) : (input ?? null)
  return placeholdersIn(said).find((id) => usableOutput(needed, id) === null)
}

function undone({ id, category, goal, supersedes }: PlannedTask, round: number, lacking: string): TaskResult {
  return {
    id,
    round,
    category,
    kind: 'tool',
    question: goal,
    output: null,
    confidence: 'low',
    gaps: `It needs what task ${lacking} did not give.`,
    referral: '',
    outcome: 'failed',
    evidence: [],
    sources: [],
    ...(supersedes !== undefined && { supersedes }),
    calls: [],
    effects: [],
  }
}

function outputOf(results: readonly TaskResult[], id: string): string | null {
  return results.find((result) => result.id === id)?.output ?? null
}

/** What a call may be made with. A model can read that somebody could not; a query would look for those words. */
function usableOutput(results: readonly TaskResult[], id: string): string | null {
  const found = results.find((result) => result.id === id)
  return found && admissionOf(found) === undefined ? found.output : null
}

/** What an expert is told to do. Results in it may quote pages: each stands in a fence, and says if it was shortened. */
function stepOf({ goal, query }: PlannedTask, needed: readonly TaskResult[], longest: number): string {
  const said = query === undefined ? goal : `${goal}\nQuery: ${query}`
  return filled(said, (id) => {
    const output = outputOf(needed, id)
    if (output === null) return `(task ${id} gave nothing)`
    return shownEvidence({ text: shownExcerpt(output, longest), untrusted: { from: `step ${id}` } }, longestTogether)
  })
}

function shownNeeds(needed: readonly TaskResult[]): string | undefined {
  if (needed.length === 0) return undefined
  const share = Math.floor(longestTogether / needed.length)
  const shown = ({ id, question, output }: TaskResult) => {
    const said =
      output === null ? 'It gave nothing.' : shownEvidence({ text: output, untrusted: { from: `step ${id}` } }, share)
    return `Step ${id}: ${question}\n${said}`
  }
  return needed.map(shown).join('\n\n')
}
