/** The allow-list: a tool of the program that this loop was not given. */

import type { FrontCheck } from '../guard-path.ts'
import { refusal } from './refusal.ts'
import { choices } from './tool-choices.ts'

export function allowListCheck(isKnown: ((name: string) => boolean) | undefined): FrontCheck {
  return ({ tool }, { tools }) => {
    if (tools.has(tool) || !isKnown?.(tool)) return undefined
    return refusal('allow-list', `\`${tool}\` is not one of the tools of this loop; ${choices(tool, tools)}`)
  }
}
