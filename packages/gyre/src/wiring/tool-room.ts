/** The tools of a place: of toolboxes, of the config and of MCP servers, made and asked for when they are needed. */
import { relative } from 'node:path'
import { GyreError, redactor, type Tool } from '@gyre/core'
import { agentsContext } from '@gyre/tools'
import { type McpServers, mcpServers, serverPrefixes } from '@gyre/tools/mcp'
import type { EffectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'
import { manifest } from '../manifest.ts'
import { allowedServers, deniedServers } from './denied-servers.ts'
import { isOfferedTo, type OfferedTool, originText, refuseSameNames, withFreeNames } from './offered-tool.ts'
import { ServerTroubles } from './server-troubles.ts'
import { unfitSkillTools } from './skill-tools.ts'
import { type StorePlace, storeFiles } from './store-files.ts'
import { type KnowledgeAccess, type MadeToolboxes, makeToolboxes } from './toolboxes.ts'

export type ToolRoomOptions = {
  readonly cwd: string
  readonly env: Environment
  readonly config: Pick<EffectiveConfig, 'file' | 'runtime' | 'toolboxes' | 'mcp' | 'denied' | 'ownPlaces'>
  /** What is kept where, which no tool opens. Left out where tools are looked at and not called. */
  readonly stores?: readonly StorePlace[] | undefined
  /** What tools look up. Left out where tools are looked at and not called. */
  readonly knowledge?: KnowledgeAccess | undefined
  /** Told once of each trouble: a server that cannot be reached, a key that is missing. It holds no secrets. */
  readonly onTrouble?: ((line: string) => void) | undefined
}

const nothingKnown: KnowledgeAccess = {
  searched: () => Promise.reject(notOpened()),
  stored: () => Promise.reject(notOpened()),
  memory: () => {
    throw notOpened()
  },
}

function notOpened(): GyreError {
  return new GyreError('tool-failed', 'The store was not opened: tools can be looked at, not called.')
}

export class ToolRoom {
  readonly #options: ToolRoomOptions
  readonly #redact: (text: string) => string
  readonly #told = new Set<string>()
  #made: Promise<MadeToolboxes> | undefined
  #servers: McpServers | undefined
  readonly #serverTroubles = new ServerTroubles()
  /** The names of all that were ever offered. */
  readonly #known = new Set<string>()

  constructor(options: ToolRoomOptions) {
    this.#options = options
    const redact = redactor(options.config.runtime.secrets)
    this.#redact = (text) => redact.text(text)
  }

  /** Those that are here: no server is asked. */
  async own(): Promise<readonly OfferedTool[]> {
    const { cwd, config } = this.#options
    const { toolboxes, named } = await this.#toolboxes()
    const taken = this.#takenPrefixes()
    const file = config.file === undefined ? 'config' : relative(cwd, config.file)
    const offered: readonly OfferedTool[] = [
      ...toolboxes.flatMap(({ name, tools }) => {
        // Rooms that nobody can book are not shown among those of a person's own hotel.
        if (named.includes(name) && taken.has(name)) return []
        const from = { kind: 'toolbox', name, ...(named.includes(name) && { onlyFor: `${name}.*` }) } as const
        return tools.map((tool) => ({ tool, from }))
      }),
      ...config.runtime.tools.map((tool) => ({ tool, from: { kind: 'config', name: file } as const })),
    ]
    refuseSameNames(offered)
    return this.#noted(offered)
  }

  /** Those that are here and those of all servers that can be reached. */
  all(): Promise<readonly OfferedTool[]> {
    return this.#offered(['*'])
  }

  /** Those of any session, as they are here. */
  async usual(): Promise<readonly Tool[]> {
    return toolsFor(await this.own(), [])
  }

  /**
   * The tools themselves. Where only those of some patterns are wanted, servers that have none of them are not asked;
   * toolboxes that must be named are left out where no pattern does.
   */
  async tools(patterns: readonly string[] = ['*']): Promise<readonly Tool[]> {
    return toolsFor(await this.#offered(patterns), patterns)
  }

  /** A tool by its name. A server is asked only when it is none of those that are here. */
  async find(name: string): Promise<OfferedTool | undefined> {
    const isMeant = ({ tool }: OfferedTool) => tool.name === name
    return (await this.own()).find(isMeant) ?? (await this.#offered([name])).find(isMeant)
  }

  /** What keeps tools from being here: a key that is missing, a program that is not there, a name that no tool has. */
  async troubles(): Promise<readonly string[]> {
    const { cwd, config } = this.#options
    const { troubles, skills } = await this.#toolboxes()
    const names = (await this.own()).map(({ tool }) => tool.name)
    return [...troubles, ...unfitSkillTools(skills, { cwd, names, servers: config.mcp.servers })]
  }

  /** Names and patterns of the tools that a tool works with: those a skill is allowed, none for any other. */
  async usedBy(tool: string): Promise<readonly string[]> {
    const { skills } = await this.#toolboxes()
    return skills.find(({ name }) => `skills.${name}` === tool)?.allowedTools ?? []
  }

  /** Whether a tool of this name was offered to any session. */
  isKnown(name: string): boolean {
    return this.#known.has(name)
  }

  /** What every session is told: the AGENTS.md files, where they are asked for. */
  async instructions(): Promise<string> {
    const { cwd, config } = this.#options
    const { agentsMd } = config.toolboxes
    if (!agentsMd) return ''
    const { file, sections } = agentsMd
    const named = { ...(file !== undefined && { file }), ...(sections !== undefined && { sections }) }
    return (await agentsContext({ folder: cwd, ...named })) ?? ''
  }

  /** The servers of the config. None is connected to before its tools are asked for; those that are denied never are. */
  get servers(): McpServers {
    const { cwd, env, config } = this.#options
    this.#servers ??= mcpServers(allowedServers(config.mcp.servers, config.denied), {
      env,
      cwd,
      version: manifest().version,
      onTrouble: (name, error) => this.#serverTroubles.note(name, error),
    })
    return this.#servers
  }

  /** Whether nobody may call the tools of this server: it is never started. */
  isDenied(server: string): boolean {
    const { mcp, denied } = this.#options.config
    return deniedServers(mcp.servers, denied).has(server)
  }

  /** Whether it would be a tool of a server that is set up here and cannot be reached now. */
  isAway(tool: string): boolean {
    const statuses = this.servers.status()
    const prefixes = serverPrefixes(statuses.map(({ name }) => name))
    const server = statuses.find(({ name }) => tool.startsWith(`${prefixes.get(name)}.`))
    return server !== undefined && server.state !== 'connected' && server.state !== 'disabled'
  }

  /** Ends servers and connections. */
  async close(): Promise<void> {
    this.#tellServerTroubles()
    const made = await this.#made?.catch(() => undefined)
    await Promise.allSettled([this.#servers?.close(), made?.close()])
  }

  #toolboxes(): Promise<MadeToolboxes> {
    const { cwd, env, config, stores = [], knowledge = nothingKnown } = this.#options
    const { toolboxes, ownPlaces, denied } = config
    const roots = [toolboxes.files?.root ?? [], toolboxes.shell?.cwd ?? []].flat()
    this.#made ??= makeToolboxes(toolboxes, { cwd, env, knowledge, denied, kept: storeFiles(stores, roots), ownPlaces })
    return this.#made
  }

  /** What the names of a person's own tools begin with. */
  #takenPrefixes(): ReadonlySet<string> {
    const { runtime, mcp } = this.#options.config
    const own = runtime.tools.map(({ name }) => name.split('.')[0] ?? '')
    return new Set([...own, ...serverPrefixes(Object.keys(mcp.servers)).values()])
  }

  async #offered(patterns: readonly string[]): Promise<readonly OfferedTool[]> {
    const [own, remote] = await Promise.all([this.own(), this.#remote(patterns)])
    const { free, refused } = withFreeNames(own, remote)
    for (const { offered, by } of refused) {
      this.#tell(
        `${originText(offered.from)}: its tool \`${offered.tool.name}\` is left out: the ${originText(by)} has one of this name.`,
      )
    }
    await this.#tellTroubles()
    return this.#noted([...own, ...free])
  }

  async #remote(patterns: readonly string[]): Promise<readonly OfferedTool[]> {
    const tools = await this.servers.tools(patterns)
    this.#tellServerTroubles()
    const servers = new Map(this.servers.status().flatMap((server) => server.tools.map((tool) => [tool, server.name])))
    return tools.map((tool) => ({ tool, from: { kind: 'server', name: servers.get(tool.name) ?? tool.name } }))
  }

  #noted(offered: readonly OfferedTool[]): readonly OfferedTool[] {
    for (const { tool } of offered) this.#known.add(tool.name)
    return offered
  }

  /** Not in the middle of a session, which may be shown just now: its calls tell what became of them. */
  #tellServerTroubles(): void {
    for (const { line, key } of this.#serverTroubles.take(this.#servers)) this.#tell(line, key)
  }

  async #tellTroubles(): Promise<void> {
    for (const trouble of await this.troubles()) this.#tell(trouble)
  }

  /** Each trouble once: what is tried again and again would fill the screen. */
  #tell(line: string, key = line): void {
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.#options.onTrouble?.(this.#redact(line))
  }
}

function toolsFor(offered: readonly OfferedTool[], patterns: readonly string[]): readonly Tool[] {
  return offered.filter((each) => isOfferedTo(each, patterns)).map(({ tool }) => tool)
}
