/** How to go on with a plan: another way for what failed, a question to a person, the end, or giving up. */
import type { JsonObject } from '@gyre/core'
import { stepFindings } from '../goal/finding.ts'
import { answerTo, type JobAnswer } from '../goal/job-answer.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import { listedTools } from '../reading/listed-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { type DoneStep, doneSteps, type LeftStep, leftSteps } from '../reading/tool-steps.ts'
import type { Rule } from '../rule.ts'
import { freshSearch, lastId, type ToolStep } from './planner-tools.ts'

export const plannerDecision: Rule = {
  name: 'planner-decision',
  purposes: ['decision'],
  decide({ text: task }, reading) {
    const { material } = reading
    const last = doneSteps(material['last'])
    const done = [...doneSteps(material['results']), ...last]
    // What people say beside the task is no task of its own.
    if (done.length === 0 || task !== material['task']) return undefined
    const { jobs, lack } = wantedWork(task, reading)
    if (lack)
      return decided({
        action: 'ask_user',
        confidence: 1,
        reason: 'Only a person can say it.',
        question: lack.question,
      })
    const answers = jobs?.map((job) => answerTo(job, stepFindings(done))) ?? []
    const open = answers.filter(({ isKnown }) => !isKnown)
    if (answers.length > 0 && open.length === 0) return decided(ended(done, answers, open))
    return decided(goingOn(reading, last, done) ?? ended(done, answers, open))
  },
}

function decided(value: JsonObject) {
  return { kind: 'value', thought: '', value } as const
}

/** Other ways for what failed, and the steps that are left behind them; undefined when there are none. */
function goingOn({ material }: Reading, last: readonly DoneStep[], done: readonly DoneStep[]): JsonObject | undefined {
  const failed = last.filter(({ isGood }) => !isGood)
  const left = leftSteps(material['rest'])
  // The next failure may be the one that ends it: then nobody could say what was found.
  const isLastChance = mayFail(material['state']) <= 1
  const workshop = { tools: listedTools(material['tools']), done }
  const others = isLastChance ? [] : otherWays(failed, left, workshop)
  const plan = [...others.map(({ step }) => step), ...leftOver(left, failed, others)]
  if (plan.length === 0) return undefined
  if (others.length === 0 && plan.length === left.length) {
    return { action: 'continue', confidence: 1, reason: 'What is left does not need what failed.' }
  }
  const tried = others.map(
    ({ step, instead }) => `“${step.goal}” is tried with ${step.tool} instead of ${instead.tool}`,
  )
  const reason = tried.length > 0 ? `${tried.join('; ')}.` : 'What needs a step that failed is left out.'
  return { action: 'adjust', confidence: 0.8, reason, new_plan: plan }
}

/** How many failures in a row there may still be. */
function mayFail(state: string | undefined): number {
  const [, failures = '0', most = '3'] = /^Failures in a row: (\d+) of (\d+)$/m.exec(state ?? '') ?? []
  return Number(most) - Number(failures)
}

type OtherWay = { readonly step: ToolStep; readonly instead: DoneStep }

function otherWays(
  failed: readonly DoneStep[],
  left: readonly LeftStep[],
  workshop: Parameters<typeof freshSearch>[1],
): readonly OtherWay[] {
  let id = lastId([...workshop.done, ...left])
  return failed.flatMap((instead) => {
    const { goal, input } = instead
    const asked = input['query'] ?? input['question']
    const search = typeof asked === 'string' ? freshSearch(asked, workshop) : undefined
    if (!search || typeof asked !== 'string') return []
    id += 1
    return [
      {
        instead,
        step: { id: String(id), tool: search.name, goal: /\bof step \S/.test(goal) ? asked : goal, needs: [] },
      },
    ]
  })
}

/** The steps that are left, with the new steps in the places of those that failed; not those that need one without. */
function leftOver(
  left: readonly LeftStep[],
  failed: readonly DoneStep[],
  others: readonly OtherWay[],
): readonly ToolStep[] {
  const lost = new Set(failed.map(({ id }) => id))
  const renamed = new Map(others.map(({ instead, step }) => [instead.id, step.id]))
  const kept: ToolStep[] = []
  for (const { id, tool, goal, needs } of left) {
    if (needs.some((need) => lost.has(need) && !renamed.has(need))) lost.add(id)
    else {
      const said = goal.replace(/\bof step ([\w-]+)/g, (whole, need: string) =>
        renamed.has(need) ? `of step ${renamed.get(need)}` : whole,
      )
      kept.push({ id, tool, goal: said, needs: needs.map((need) => renamed.get(need) ?? need) })
    }
  }
  return kept
}

/** The end: with an answer when some part has one and there is something to cite, else stuck. */
function ended(done: readonly DoneStep[], answers: readonly JobAnswer[], open: readonly JobAnswer[]): JsonObject {
  const missing = open.map(({ text }) => text).join(' ')
  const hasOutput = done.some(({ output }) => output !== undefined)
  if (hasOutput && open.length < answers.length) {
    const reason =
      missing === '' ? 'Every part of the task has an answer.' : 'There is no other way for what is missing.'
    return { action: 'done', confidence: 1, reason, ...(missing !== '' && { missing }) }
  }
  const told = [
    ...answers.map(({ text }) => text),
    ...done.filter(({ hasFailed }) => hasFailed).map(({ remark }) => remark),
  ]
  return { action: 'stuck', confidence: 1, reason: told.find((text) => text !== '') ?? 'There is no other way.' }
}
