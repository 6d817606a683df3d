/** Tools, and where they are from: a name belongs to one of them. */
import { GyreError, type Tool } from '@gyre/core'

export type ToolOrigin = {
  readonly kind: 'toolbox' | 'config' | 'server'
  /** The toolbox, the file or the server. */
  readonly name: string
  /** Only sessions have it that name it, such as `pms.*`; all when left out. */
  readonly onlyFor?: string
}

export type OfferedTool = { readonly tool: Tool; readonly from: ToolOrigin }

/** `toolbox math`, `gyre.config.ts`, `server files`, `toolbox pms, for sessions that name pms.*`. */
export function originText({ kind, name, onlyFor }: ToolOrigin): string {
  const text = kind === 'config' ? name : `${kind} ${name}`
  return onlyFor === undefined ? text : `${text}, for sessions that name ${onlyFor}`
}

/** Whether a session that asks for tools by these patterns gets it. `*` is for what all sessions have. */
export function isOfferedTo({ from: { name, onlyFor } }: OfferedTool, patterns: readonly string[]): boolean {
  return onlyFor === undefined || patterns.some((pattern) => pattern.startsWith(name))
}

/** Those of a person's own config may not take the name of another. */
export function refuseSameNames(offered: readonly OfferedTool[]): void {
  const first = new Map<string, ToolOrigin>()
  for (const { tool, from } of offered) {
    const other = first.get(tool.name)
    if (other) {
      const message = `${originText(from)}: tools: \`${tool.name}\` is the name of a tool of the ${originText(other)}, too; choose another name`
      throw new GyreError('config-file-invalid', message, { tool: tool.name })
    }
    first.set(tool.name, from)
  }
}

/** Those whose names are still free, and those whose are not. */
export function withFreeNames(own: readonly OfferedTool[], more: readonly OfferedTool[]) {
  const taken = new Map(own.map(({ tool, from }) => [tool.name, from]))
  const free: OfferedTool[] = []
  const refused: { readonly offered: OfferedTool; readonly by: ToolOrigin }[] = []
  for (const offered of more) {
    const by = taken.get(offered.tool.name)
    if (by) refused.push({ offered, by })
    else {
      taken.set(offered.tool.name, offered.from)
      free.push(offered)
    }
  }
  return { free, refused }
}
