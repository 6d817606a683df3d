/** The tools of a place, for those who look at them over HTTP. They are the same for all owners. */
import { GyreError } from '@gyre/core'
import type { ShownBreaker, ShownTool, ToolDesk } from '@gyre/server'
import type { BreakerReport } from '@gyre/tools/guard'
import { breakerJson } from '../tools-told/breaker-json.ts'
import { factsOf, type ToolFacts, toolJson } from '../tools-told/tool-facts.ts'
import { originText } from '../wiring/offered-tool.ts'
import type { Workplace } from '../wiring/workplace.ts'

export function toolDesk({ room, guard, limitsOf, config }: Workplace): ToolDesk {
  const sources = { guard, limitsOf, rules: { denied: config.denied } }
  const reportOf = async (name: string): Promise<BreakerReport> => {
    const [report] = await guard.breakers.list([name])
    return report ?? { tool: name, state: 'closed', failures: 0, since: 0, until: 0 }
  }
  return {
    list: async () => (await factsOf(sources, await room.all())).map(shownTool),
    resetBreaker: async (name) => {
      const { state } = await reportOf(name)
      // Of a tool whose server is gone there may still be a breaker.
      if (state === 'closed' && (await room.find(name)) === undefined) throw unknown(name)
      await guard.breakers.reset(name)
      return shownBreaker(await reportOf(name))
    },
  }
}

function shownTool(facts: ToolFacts): ShownTool {
  const { from, trusted: _, ...shown } = toolJson(facts)
  return { ...shown, from: originText(from) }
}

function shownBreaker(report: BreakerReport): ShownBreaker {
  const { tool: _, ...state } = breakerJson(report)
  return state
}

function unknown(name: string): GyreError {
  return new GyreError('tool-unknown', `There is no tool \`${name}\`.`, { name })
}
