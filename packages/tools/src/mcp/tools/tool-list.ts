/** What a server offers, as tools here. */
import { matchesGlob, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { toolNames } from '../config/names.ts'
import { toolOf } from './remote-tool.ts'

export type ToolListOptions = {
  readonly server: string
  readonly prefix: string
  /** Patterns of what is offered; everything when left out. */
  readonly offered: readonly string[] | undefined
  readonly timeoutMs: number
  readonly trusted: boolean
  call(tool: CalledTool, input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutput>
}

/** A tool by what it is called here and there. */
export type CalledTool = { readonly name: string; readonly remote: string }

export class ToolList {
  readonly #options: ToolListOptions
  #remote: ReadonlyMap<string, Sdk.Tool> = new Map()
  #tools: readonly Tool[] = []
  readonly #withheld = new Set<string>()
  #written = '[]'

  constructor(options: ToolListOptions) {
    this.#options = options
  }

  get tools(): readonly Tool[] {
    return this.#tools
  }

  /** Those of which the server says something that is not shown to models. */
  get withheld(): readonly string[] {
    return [...this.#withheld]
  }

  /** The tool as the server last described it; undefined when it has none of this name any more. */
  find(remote: string): Sdk.Tool | undefined {
    return this.#remote.get(remote)
  }

  /** The tools are those of this list from now on. Most lists are the last one again. */
  take(list: readonly Sdk.Tool[]): void {
    const written = JSON.stringify(list)
    if (written === this.#written) return
    this.#written = written
    const { prefix, offered } = this.#options
    const isOffered = ({ name }: Sdk.Tool) => offered?.some((pattern) => matchesGlob(pattern, name)) ?? true
    this.#remote = new Map(list.filter(isOffered).map((tool) => [tool.name, tool]))
    // Names depend on all there are: what is not offered today must not change them tomorrow.
    const names = toolNames(
      prefix,
      list.map(({ name }) => name),
    )
    this.#withheld.clear()
    this.#tools = [...this.#remote.values()].map((tool) => this.#made(tool, names.get(tool.name) ?? tool.name))
  }

  #made(tool: Sdk.Tool, name: string): Tool {
    const { server, timeoutMs, trusted, call } = this.#options
    const called = { name, remote: tool.name }
    return toolOf(tool, {
      name,
      server,
      timeoutMs,
      trusted,
      onWithheld: () => this.#withheld.add(name),
      call: (input, context) => call(called, input, context),
    })
  }
}
