/** What the calls of an expert's loop tell: what it looked for, from where it has its texts, and what it did. */
import type { OfferedTool, TracedCall } from '../../kernel/context.ts'
import { isEmpty } from './found.ts'
import type { MadeCall, Quality, TaskResult } from './result.ts'
import { toolWorkOf } from './work.ts'

export type CallFacts = Pick<TaskResult, 'calls' | 'sources' | 'effects'>

export function readCalls(calls: readonly TracedCall[], tools: readonly OfferedTool[]): CallFacts {
  const good = calls.filter((call) => qualityOf(call) === 'ok')
  return {
    calls: calls.map((call) => madeCall(call, tools)),
    sources: [...new Set(good.map(({ tool, from = tool }) => from))],
    // One that failed may have been done all the same: who knows how far it came before its time was up?
    effects: effectsOf(calls.filter(({ isMade }) => isMade)),
  }
}

/** The tools of these calls that must not be called again for the same. */
function effectsOf(calls: readonly Pick<TracedCall, 'tool' | 'effect'>[]): readonly string[] {
  return [...new Set(calls.flatMap(({ tool, effect }) => (effect === 'once' ? [tool] : [])))]
}

/** The same of calls that the loop made itself. */
export function effectsAmong(made: readonly Observed[], tools: readonly OfferedTool[]): readonly string[] {
  const begun = made.filter(({ isMade }) => isMade)
  return effectsOf(
    begun.map(({ tool }) => ({ tool, effect: tools.find(({ name }) => name === tool)?.effect ?? 'once' })),
  )
}

type Observed = Pick<TracedCall, 'tool' | 'isMade'>

function madeCall(call: TracedCall, tools: readonly OfferedTool[]): MadeCall {
  const { tool, input } = call
  const query = toolWorkOf({ id: '', goal: '', needs: [], category: '', tool, input }, tools)?.query
  return { tool, input: JSON.stringify(input), quality: qualityOf(call), ...(query !== undefined && { query }) }
}

function qualityOf({ isFailed, text }: Pick<TracedCall, 'isFailed' | 'text'>): Quality {
  if (isFailed) return 'failed'
  return isEmpty({ text }) ? 'empty' : 'ok'
}
