/** Replies that cannot be read in the form that is asked for, and still hold what they meant to say. */
import type { Decision, ReplyForm } from '@gyre/models/demo'

const opening = '⟦'
const closing = '⟧'

/** The decision as no form can read it. Undefined for a form in which everything can be read. */
export function malformed(decision: Decision, form: ReplyForm): Decision | undefined {
  const frame = frames[form.kind]
  return frame === undefined ? undefined : { kind: 'raw', text: frame(`${opening}${hidden(decision)}${closing}`) }
}

const prose = (meant: string) => `Well. ${meant}`

const frames: Readonly<Partial<Record<ReplyForm['kind'], (meant: string) => string>>> = {
  react: (meant) => `Thought: Now what?\nAction: ${meant}`,
  json: (meant) => `{"${meant}`,
  verdict: prose,
  score: prose,
  claims: prose,
  // All but nothing is a thought.
  thought: () => 'THOUGHT:',
}

function hidden(decision: Decision): string {
  return Buffer.from(JSON.stringify(decision)).toString('base64url')
}

/** What a reply meant to say that is shown again: at the end, for a fault may quote its beginning. */
export function meantIn(text: string): Decision | undefined {
  const [, meant] = /⟦([\w-]+)⟧[^⟦]*$/.exec(text) ?? []
  return meant === undefined ? undefined : (JSON.parse(Buffer.from(meant, 'base64url').toString()) as Decision)
}
