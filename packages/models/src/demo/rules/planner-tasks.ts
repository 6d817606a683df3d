/** A plan that divides a task: what a tool does exactly goes to the tool, what has to be looked up to an expert. */
import type { JsonObject } from '@gyre/core'
import { evaluated } from '../arithmetic/worked-steps.ts'
import { type Finding, taskFindings } from '../goal/finding.ts'
import type { Job } from '../goal/job.ts'
import { answerTo, keyOf, reduced } from '../goal/job-answer.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import { type ListedTool, listedCalculator, listedFor, listedTools } from '../reading/listed-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { type EarlierTask, earlierTasks, establishedFacts } from '../reading/task-results.ts'
import type { Rule } from '../rule.ts'
import { hopSteps } from './planner-lookup.ts'
import { lastId } from './planner-tools.ts'

type Task = {
  readonly id: string
  readonly category: string
  readonly task: string
  readonly depends_on: readonly string[]
  readonly query?: string
  readonly tool?: string
  readonly args?: JsonObject
  readonly supersedes?: string
}

export const plannerTasks: Rule = {
  name: 'planner-tasks',
  purposes: ['task-plan'],
  decide({ text: task }, reading) {
    if (task !== reading.material['task']) return undefined
    const { jobs } = wantedWork(task, reading)
    const office = officeOf(reading)
    const { unresolved, gap } = reading.material
    // A repair shows the gap alone, and not what was tried for it.
    if (gap !== undefined && unresolved === undefined) return refused
    const isReplan = unresolved !== undefined
    if (!jobs) return isReplan ? undefined : planned([whole(task)])
    const tasks: Task[] = []
    for (const job of jobs) {
      const before = lastId([...office.earlier, ...tasks])
      if (!isReplan) tasks.push(...firstTasks(job, office, before))
      else if (!answerTo(job, office.findings).isKnown) tasks.push(...otherTasks(job, office, before))
    }
    return tasks.length === 0 ? refused : planned(tasks)
  },
}

const refused = { kind: 'value', thought: '', value: { error: 'All that could be asked was asked.' } } as const

function planned(tasks: readonly Task[]) {
  return { kind: 'value', thought: '', value: { tasks } } as const
}

function whole(task: string): Task {
  return { id: '1', category: 'general', task, depends_on: [] }
}

/** Who and what there is to do it, and what was done. */
type Office = {
  readonly categories: ReadonlySet<string>
  readonly tools: readonly ListedTool[]
  readonly earlier: readonly EarlierTask[]
  readonly findings: readonly Finding[]
}

function officeOf({ material }: Reading): Office {
  return {
    categories: new Set([...(material['experts'] ?? '').matchAll(/^- ([\w-]+):/gm)].map(([, name = '']) => name)),
    tools: listedTools(material['tools']),
    earlier: earlierTasks(material['earlier-tasks']),
    findings: taskFindings(establishedFacts(material['established-facts'])),
  }
}

function expertFor(category: string, { categories }: Office): string {
  return categories.has(category) ? category : 'general'
}

function firstTasks(job: Job, office: Office, before: number): readonly Task[] {
  const id = String(before + 1)
  switch (job.kind) {
    case 'sum':
      return sumTasks(job, office, before)
    case 'puzzle':
      return [{ id, category: expertFor('math', office), task: job.text, depends_on: [] }]
    case 'measure': {
      const tool = listedFor(office.tools, job.asked.name)
      const called = tool && { tool: tool.name, args: job.asked.input }
      const category = /convert/.test(job.asked.name.source) ? 'math' : 'general'
      return [{ id, category: expertFor(category, office), task: job.text, depends_on: [], ...called }]
    }
    default:
      return factTasks(job.text, office, before)
  }
}

/** What each expression comes to, all at once. A number that is only compared is known. */
function sumTasks({ text, problem }: Extract<Job, { kind: 'sum' }>, office: Office, before: number): readonly Task[] {
  const calculator = listedCalculator(office.tools)
  const expressions = problem.operands.filter(({ isBare }) => !isBare).map(({ expression }) => expression)
  if (expressions.length === 0) {
    return [{ id: String(before + 1), category: expertFor('math', office), task: text, depends_on: [] }]
  }
  return expressions.map((expression, index) => ({
    id: String(before + index + 1),
    category: expertFor('math', office),
    task: `Work out ${expression}.`,
    depends_on: [],
    // What has no value is for somebody who can say why.
    ...(calculator && evaluated(expression) !== undefined && { tool: calculator.name, args: { expression } }),
  }))
}

/** One expert for each fact that must be known before the next. */
function factTasks(question: string, office: Office, before: number): readonly Task[] {
  return hopSteps(question, before).map(({ id, goal, needs }) => {
    return { id, category: expertFor('research', office), task: goal, depends_on: needs }
  })
}

/** Another way to what has no answer; none when all ways were gone. */
function otherTasks(job: Job, office: Office, before: number): readonly Task[] {
  if (job.kind === 'puzzle') return []
  if (job.kind !== 'fact') return firstTasks(job, office, before).flatMap((task) => triedAgain(task, office))
  const [first, ...others] = factTasks(reduced(job.text, office.findings), office, before)
  if (!first) return []
  const tried = triedFor(first.task, office)
  const way = waysTo(first.task, office)[tried.length]
  const supersedes = tried.at(-1)?.id
  return way ? [{ ...first, ...way, ...(supersedes !== undefined && { supersedes }) }, ...others] : []
}

/** What no tool gave is left to an expert, once. */
function triedAgain({ tool, args, ...task }: Task, office: Office): readonly Task[] {
  const [first, ...others] = triedFor(task.task, office)
  if (!first) return [{ ...task, ...(tool !== undefined && { tool }), ...(args && { args }) }]
  return others.length === 0 ? [{ ...task, supersedes: first.id }] : []
}

/** An expert with a search, then the documents themselves, then the web. */
function waysTo(question: string, { categories, tools }: Office): readonly Partial<Task>[] {
  const hasWeb = tools.some(({ name }) => /^web\.search$/.test(name))
  return [
    {},
    ...(categories.has('knowledge') ? [{ category: 'knowledge', query: question }] : []),
    ...(hasWeb ? [{ query: question }] : []),
  ]
}

/** Tasks that asked the same, also where they had to speak of the answer of another. */
function triedFor(question: string, { earlier }: Office): readonly EarlierTask[] {
  const wanted = keyOf(question)
  return earlier.filter((task) => {
    const pieces = keyOf(task.question).split(/answer of step \S+/)
    const [start = '', end = ''] = pieces
    if (pieces.length === 1) return start === wanted
    return wanted.length > start.length + end.length && wanted.startsWith(start) && wanted.endsWith(end)
  })
}
