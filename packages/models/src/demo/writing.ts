/** A decision in the form that the request asks for. */
import type { ClaimCheck, Decision, PlannedCall, PlannedStep } from './decision.ts'
import type { ReplyForm } from './reading/reply-form.ts'

/** The text of a reply, and the calls that are made natively beside it. */
export type Written = { readonly text: string; readonly calls: readonly PlannedCall[] }

export function write(decision: Decision, form: ReplyForm): Written {
  const isNative = form.kind === 'native' || (form.kind === 'self-ask' && form.isNative)
  if (isNative && decision.kind === 'calls') return { text: decision.thought, calls: decision.calls }
  if (isNative && decision.kind === 'follow-ups') return { text: '', calls: decision.questions.map(followUp) }
  return { text: textOf(decision, form), calls: [] }
}

function followUp(question: string): PlannedCall {
  return { tool: 'follow_up', input: { question } }
}

function textOf(decision: Decision, form: ReplyForm): string {
  switch (decision.kind) {
    case 'calls':
      return calledText(decision.thought, decision.calls, form)
    case 'answer':
      return answered(decision.thought, decision.text, form)
    case 'value':
      return answered(decision.thought, JSON.stringify(decision.value), form)
    case 'plan':
      return form.kind === 'json' ? JSON.stringify({ steps: decision.steps }) : decision.steps.map(numbered).join('\n')
    case 'verdict': {
      const word = decision.isSatisfactory ? 'SATISFACTORY' : 'UNSATISFACTORY'
      return `${word}\nSCORE: ${decision.score}\nREASON: ${decision.reason}`
    }
    case 'score':
      return `${decision.reason}\nSCORE: ${decision.score}`
    case 'thought':
      return `${decision.isAnswer ? 'ANSWER' : 'THOUGHT'}: ${decision.text}`
    case 'follow-ups':
      return decision.questions.map((question) => `Follow up: ${question}`).join('\n')
    case 'claims':
      return decision.checks.length === 0 ? 'VERIFIED' : decision.checks.map(checked).join('\n\n')
    case 'gap':
      return gapReport(decision)
    case 'raw':
      return decision.text
    default: {
      const { kind: _, ...value } = decision
      return JSON.stringify(value)
    }
  }
}

function gapReport({ isComplete, gap, nextFocus }: Extract<Decision, { kind: 'gap' }>): string {
  const status = isComplete ? 'COMPLETE' : 'NEEDS_MORE_INFO'
  return `COMPLETION_STATUS: ${status}\nGAP: ${gap || 'none'}\nNEXT_FOCUS: ${nextFocus || 'none'}`
}

function calledText(thought: string, calls: readonly PlannedCall[], form: ReplyForm): string {
  if (form.kind !== 'self-ask') return [`Thought: ${thought}`, ...calls.map(action)].join('\n')
  const asked = calls.map(({ tool, input }) => `Tool: ${tool}\nTool Input: ${JSON.stringify(input)}`)
  return [thought, ...asked].join('\n')
}

function action({ tool, input }: PlannedCall): string {
  return `Action: ${tool}\nAction Input: ${JSON.stringify(input)}`
}

function numbered({ goal }: PlannedStep, index: number): string {
  return `${index + 1}. ${goal}`
}

function checked({ claim, tool, input }: ClaimCheck): string {
  return `CLAIM: ${claim}\nTOOL: ${tool}\nTOOL INPUT: ${JSON.stringify(input)}`
}

/** An answer where a loop wants something else is one that a judge cannot accept, or the end of the thoughts. */
function answered(thought: string, answer: string, form: ReplyForm): string {
  switch (form.kind) {
    case 'react':
      return `Thought: ${thought}\nFINAL_ANSWER: ${answer}`
    case 'marked':
      return `${thought}\n${form.marker}: ${answer}`
    case 'self-ask':
      return form.isNative ? answer : `So the final answer is: ${answer}`
    case 'thought':
      return `ANSWER: ${answer}`
    case 'verdict':
      return `UNSATISFACTORY\nSCORE: 0\nREASON: ${answer}`
    case 'score':
      return `${answer}\nSCORE: 0`
    case 'gap':
      return `COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: ${answer}\nNEXT_FOCUS: none`
    default:
      return answer
  }
}
