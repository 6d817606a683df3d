/** The capability token: whether the loop that calls was granted this tool and what it touches. */
import type { Capabilities } from '../../capability/capabilities.ts'
import type { Check } from '../guard-path.ts'
import { refusal } from './refusal.ts'

export function tokenCheck(capabilities: Capabilities): Check {
  return {
    look(tool, { token, session }) {
      const fault = capabilities.fault(token, session, tool)
      return fault === undefined
        ? undefined
        : refusal('token', `this loop may not use \`${tool.name}\`: ${fault}. Go on without it.`)
    },
  }
}
