/** A decision in the form that the request asks for. */
import type { Decision, PlannedCall } from './decision.ts'
import type { ReplyForm } from './reading/reading.ts'

/** The text of a reply, and the calls that are made natively beside it. */
export type Written = { readonly text: string; readonly calls: readonly PlannedCall[] }

export function write(decision: Decision, form: ReplyForm): Written {
  switch (decision.kind) {
    case 'calls':
      if (form.kind === 'native') return { text: decision.thought, calls: decision.calls }
      return { text: [`Thought: ${decision.thought}`, ...decision.calls.map(action)].join('\n'), calls: [] }
    case 'answer':
      return { text: marked(decision.thought, decision.text, form), calls: [] }
    case 'value':
      return { text: marked(decision.thought, JSON.stringify(decision.value), form), calls: [] }
  }
}

function action({ tool, input }: PlannedCall): string {
  return `Action: ${tool}\nAction Input: ${JSON.stringify(input)}`
}

function marked(thought: string, answer: string, form: ReplyForm): string {
  if (form.kind === 'react') return `Thought: ${thought}\nFINAL_ANSWER: ${answer}`
  return form.kind === 'marked' ? `${thought}\n${form.marker}: ${answer}` : answer
}
