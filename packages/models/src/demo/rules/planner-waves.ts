/** The next wave of calls: what can be found now, from what was found so far. */
import type { JsonObject } from '@gyre/core'
import type { NextCalls } from '../errands/errand.ts'
import { nextCalls } from '../errands/errands.ts'
import type { WaveTalk } from '../reading/wave-talk.ts'
import type { Rule } from '../rule.ts'

export const plannerWaves: Rule = {
  name: 'planner-waves',
  purposes: ['wave'],
  ability: 'find free hotel rooms as the persona hotel (`one night in Hanukkah`)',
  decide(_, { waves }) {
    return waves && { kind: 'value', thought: '', value: draftOf(nextCalls(waves, waves), waves) }
  },
}

/** It looks at what came of its last calls before it says that it is done; unless there is no other plan. */
function draftOf({ calls, aims, slots, missing }: NextCalls, talk: WaveTalk): JsonObject {
  const isOver = calls.length === 0 && missing === undefined
  return {
    status: talk.isAtOnce || isOver ? 'done' : 'continue',
    action: calls.length > 0 ? `Find ${listed(aims)}.` : ending(missing !== undefined, talk),
    ...(slots && { slots }),
    tools: calls.map(({ id, tool, args }) => ({ id, tool, args })),
    ...(missing && { missing: missing.map(({ name, question }) => ({ name, question })) }),
  }
}

function ending(isMissing: boolean, { results, pending }: WaveTalk): string {
  if (isMissing) return 'Ask for what is missing.'
  if (pending.size > 0) return 'Nothing more can be foreseen.'
  return results.size > 0 ? 'Nothing is left to find.' : 'No call of a tool is of use.'
}

function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
