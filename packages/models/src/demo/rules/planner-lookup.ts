/** A plan for a chain of facts: one step for each that must be known before the next. */
import type { PlannedStep } from '../decision.ts'
import { asksForFact } from '../lookup/fact-question.ts'
import { nextHop } from '../lookup/hops.ts'
import { listedTools } from '../reading/listed-tools.ts'
import { stepOutputs } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'

export const plannerLookup: Rule = {
  name: 'planner-lookup',
  purposes: ['plan'],
  decide({ text: task }, { material }) {
    const canSearch = listedTools(material['tools']).some(({ name }) => /search/i.test(name))
    if (!canSearch || !asksForFact(task)) return undefined
    return { kind: 'plan', steps: hopSteps(task, stepOutputs(material['results']).length) }
  },
}

/** One step for each fact that is needed, behind as many as there are before. */
export function hopSteps(question: string, before: number): readonly PlannedStep[] {
  const steps: PlannedStep[] = []
  plan(question, steps, before)
  return steps
}

/** The steps that a question needs, the question itself last. Gives the id of that. */
function plan(asked: string, steps: PlannedStep[], before: number): string {
  let question = asked
  for (let hop = nextHop(question); hop && steps.length < mostSteps; hop = nextHop(question)) {
    const id = plan(hop.inner, steps, before)
    question = hop.outer(`the answer of step ${id}`)
  }
  const id = String(before + steps.length + 1)
  // A question may speak of an answer that was asked for further outside.
  const needs = [...question.matchAll(/\bthe answer of step (\d+)/g)].map(([, need = '']) => need)
  steps.push({ id, goal: question, needs })
  return id
}

const mostSteps = 8
