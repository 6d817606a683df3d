/** Toolboxes: tools that belong together, under one name. */
import { GyreError } from '../errors.ts'
import type { Tool } from './tool.ts'

/** Tools that belong together, as `defineToolbox` makes it. */
export type Toolbox = {
  readonly name: string
  readonly description: string
  readonly tools: readonly Tool[]
}

/** A toolbox in one call. Its tools are called `toolbox.tool`. */
export function defineToolbox(toolbox: Toolbox): Toolbox {
  const { name, tools } = toolbox
  const stranger = tools.find((tool) => !tool.name.startsWith(`${name}.`))
  if (stranger) {
    const message = `A tool of the toolbox \`${name}\` is called \`${name}.…\`; this one is \`${stranger.name}\`.`
    throw new GyreError('tool-invalid', message, { toolbox: name, tool: stranger.name })
  }
  return toolbox
}
