/** A plan whose steps name tools: for every part of the task that has no answer yet. */
import type { JsonObject } from '@gyre/core'
import { operationsOf } from '../arithmetic/operations.ts'
import type { PlannedStep } from '../decision.ts'
import { type Finding, stepFindings } from '../goal/finding.ts'
import type { Job } from '../goal/job.ts'
import { answerTo, keyOf, reduced } from '../goal/job-answer.ts'
import type { Lack } from '../goal/lack.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import { type ListedTool, listedCalculator, listedFor, listedSearches, listedTools } from '../reading/listed-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { type DoneStep, doneSteps } from '../reading/tool-steps.ts'
import { memoryText } from '../reading/working-memory.ts'
import type { Rule } from '../rule.ts'
import { readLine } from '../twenty-four/line.ts'
import { answerFrom } from '../twenty-four/twenty-four-skill.ts'
import { operationSteps, wholeStep } from './planner-arithmetic.ts'
import { hopSteps } from './planner-lookup.ts'

/** A step with the tool that does it. */
export type ToolStep = PlannedStep & { readonly tool: string; readonly input?: JsonObject }

export const plannerTools: Rule = {
  name: 'planner-tools',
  purposes: ['tool-plan'],
  decide({ text: task }, reading) {
    // What people say beside the task is no task of its own.
    if (task !== reading.material['task']) return undefined
    const { jobs, lack } = wantedWork(task, reading)
    const workshop = workshopOf(reading)
    const planned = lack ? lackingSteps(task, lack, workshop) : jobs && stepsFor(jobs, workshop)
    if (!planned) return undefined
    if (planned.steps.length === 0)
      return { kind: 'value', thought: '', value: { error: planned.why.replace(/\.$/, '') } }
    const { steps } = planned
    return { kind: 'value', thought: '', value: { steps, working_memory: memoryFor(task, reading) } }
  },
}

/** What there is to plan with. */
type Workshop = {
  readonly tools: readonly ListedTool[]
  readonly done: readonly DoneStep[]
  readonly findings: readonly Finding[]
  readonly maxSteps: number
}

type Planned = { readonly steps: readonly ToolStep[]; readonly why: string }

function workshopOf({ material, schema }: Reading): Workshop {
  const done = doneSteps(material['results'])
  const { steps } = (schema?.['properties'] ?? {}) as { readonly steps?: { readonly maxItems?: number } }
  return {
    tools: listedTools(material['tools']),
    done,
    findings: stepFindings(done),
    maxSteps: steps?.maxItems ?? mostSteps,
  }
}

const mostSteps = 8

function memoryFor(task: string, { material }: Reading): string {
  const text = memoryText(material['memory'])
  return text.includes('Wanted: ') ? text : `Wanted: ${task.replace(/\s+/g, ' ').slice(0, 300)}`
}

/** What is missing shows when the tool is to be used: a person is asked then. */
function lackingSteps(task: string, { tool, question }: Lack, { tools, done }: Workshop): Planned {
  const found = tool === 'convert' ? listedFor(tools, /convert/i) : listedCalculator(tools)
  const steps = found ? [{ id: nextId(done), tool: found.name, goal: task.trim(), needs: [] }] : []
  return { steps, why: question }
}

function nextId(done: readonly DoneStep[]): string {
  return String(lastId(done) + 1)
}

export function lastId(done: readonly { readonly id: string }[]): number {
  return Math.max(0, ...done.map(({ id }) => Number.parseInt(id, 10) || 0))
}

function stepsFor(jobs: readonly Job[], workshop: Workshop): Planned {
  const steps: ToolStep[] = []
  const lacking: string[] = []
  for (const job of jobs) {
    const answer = answerTo(job, workshop.findings)
    // That a sum has no value is for the tool to say first.
    if (answer.isKnown && (job.kind !== 'sum' || workshop.done.length > 0)) continue
    const before = lastId([...workshop.done, ...steps])
    const planned = jobSteps(job, workshop, { before, room: workshop.maxSteps - steps.length })
    if (typeof planned === 'string') lacking.push(planned)
    else if (planned.length === 0) lacking.push(`It needs no tool: ${answer.text}`)
    else steps.push(...planned)
  }
  return { steps: steps.slice(0, workshop.maxSteps), why: lacking.join(' ') || 'All of it has an answer' }
}

type Place = { readonly before: number; readonly room: number }

/** The steps of a part, or why there are none. */
function jobSteps(job: Job, workshop: Workshop, place: Place): readonly ToolStep[] | string {
  const { tools } = workshop
  switch (job.kind) {
    case 'sum': {
      const calculator = listedCalculator(tools)
      return calculator ? sumSteps(job, place).map((step) => ({ ...step, tool: calculator.name })) : noTool(job)
    }
    case 'puzzle':
      return puzzleSteps(job, tools, place)
    case 'measure': {
      const tool = listedFor(tools, job.asked.name)
      const id = String(place.before + 1)
      return tool ? [{ id, tool: tool.name, goal: job.text, needs: [], input: job.asked.input }] : noTool(job)
    }
    default:
      return factSteps(job, workshop, place)
  }
}

/** The first of them with a search that was not asked that before. */
function factSteps(job: Job, workshop: Workshop, { before }: Place): readonly ToolStep[] | string {
  const [first, ...others] = hopSteps(reduced(job.text, workshop.findings), before)
  const fresh = first && freshSearch(first.goal, workshop)
  const [search] = listedSearches(workshop.tools)
  if (!fresh || !search) return noTool(job)
  return [{ ...first, tool: fresh.name }, ...others.map((step) => ({ ...step, tool: search.name }))]
}

function noTool({ text }: Job): string {
  return `There is no tool for “${text}”`
}

function sumSteps({ problem }: Extract<Job, { kind: 'sum' }>, { before, room }: Place): readonly PlannedStep[] {
  const expressions = problem.operands.filter(({ isBare }) => !isBare).map(({ expression }) => expression)
  const [only] = expressions.length === 1 ? expressions : []
  const operations = (only === undefined ? undefined : operationsOf(only)) ?? []
  if (operations.length > 0 && operations.length <= room) return operationSteps(operations, before)
  return expressions.map((expression, index) => wholeStep(expression, before + index))
}

/** The way is thought of here, and the tool shows whether it is right. */
function puzzleSteps(
  { puzzle }: Extract<Job, { kind: 'puzzle' }>,
  tools: readonly ListedTool[],
  { before }: Place,
): readonly ToolStep[] | string {
  const answer = answerFrom(puzzle, readLine(puzzle, []))
  const [, expression] = /^(.+) = \d+$/.exec(answer) ?? []
  const calculator = listedCalculator(tools)
  if (expression === undefined || !calculator) return answer
  return [{ ...wholeStep(expression, before), tool: calculator.name }]
}

/** The first search that was not asked this before. */
export function freshSearch(
  question: string,
  { tools, done }: Pick<Workshop, 'tools' | 'done'>,
): ListedTool | undefined {
  const tried = done.filter(
    ({ input, goal }) => keyOf(String(input['query'] ?? input['question'] ?? goal)) === keyOf(question),
  )
  return listedSearches(tools).find(({ name }) => !tried.some(({ tool }) => tool === name))
}
