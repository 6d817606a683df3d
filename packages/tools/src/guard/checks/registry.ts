/** The registry: a name that no tool has. */
import type { FrontCheck } from '../guard-path.ts'
import { refusal } from './refusal.ts'
import { choices } from './tool-choices.ts'

const longestShown = 80

export const registryCheck: FrontCheck = ({ tool }, { tools }) => {
  if (tools.has(tool)) return undefined
  return refusal('registry', `there is no tool \`${tool.slice(0, longestShown)}\`; ${choices(tool, tools)}`)
}
