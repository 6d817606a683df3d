/** What stands in for models and tools that nobody calls: in a replay everything was said and done before. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { OfferedTool } from '../kernel/context.ts'
import type { Model } from '../ports/model.ts'
import type { Tool } from '../tools/tool.ts'

export function silentModel(id: string): Model {
  return { id, stream: () => refused('model', id) }
}

/** A tool as a loop sees it. Of which nobody knows what it does is kept from no loop: it does nothing. */
export function silentTool(spec: OfferedTool): Tool {
  return {
    ...spec,
    schema: z.unknown(),
    effect: spec.effect ?? 'pure',
    approval: 'never',
    timeoutMs: 0,
    permissions: [],
    trusted: false,
    keepsMarkup: false,
    limits: {},
    run: () => refused('tool', spec.name),
  }
}

/** A tool of a server that is not there now: its session goes on, and is told when it calls it. */
export function absentTool(name: string): Tool {
  return {
    ...unknownTool(name),
    run: () => {
      throw new GyreError('tool-unknown', `\`${name}\` is not here now: its server is gone or does not answer.`, {
        name,
      })
    },
  }
}

/** The same of one of which only the name is known. */
export function unknownTool(name: string): Tool {
  return silentTool({ name, description: '', input: { type: 'object' } })
}

function refused(what: string, name: string): never {
  throw new GyreError('replay-incomplete', `A replay asks nobody: the ${what} \`${name}\` is not called.`, { name })
}
