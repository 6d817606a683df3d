/** What a config file says of tools, as people write it. */

export const searchProviders = ['searxng', 'brave', 'tavily', 'exa', 'serper', 'fixture', 'local'] as const

export type SearchProviderName = (typeof searchProviders)[number]

export type SearchConfig = {
  readonly provider: SearchProviderName
  /** The address of the server: `searxng` needs one, the others have their own. */
  readonly url?: string | undefined
  /** The variable that holds the key; the usual one of the provider when left out. */
  readonly apiKeyEnv?: string | undefined
  /** The recorded results of `fixture`. */
  readonly file?: string | undefined
}

export type WebConfig = {
  /** Who searches. Left out, the first provider whose key is in the environment, else the local index; `false`: nobody. */
  readonly search?: SearchConfig | false | undefined
  /** Lets pages of this machine be read. */
  readonly allowLoopback?: boolean | undefined
  /** Hosts, or hosts with their port, that may have private addresses. */
  readonly allowHosts?: readonly string[] | undefined
  /** Whether robots.txt is obeyed; it is when left out. */
  readonly robots?: boolean | undefined
  /** The least time between the starts of two requests for pages of one host; 500 when left out, 0: none. */
  readonly hostDelayMs?: number | undefined
}

export type CalendarConfig = {
  /** An IANA time zone: `Europe/Berlin`. */
  readonly timeZone?: string | undefined
  /** The country whose holidays come first: `DE`. */
  readonly country?: string | undefined
}

export type FilesConfig = {
  /** Nothing outside of this folder is touched. */
  readonly root: string
  readonly write?: boolean | undefined
}

/** A program by its exact name, without a folder. */
export type ProgramConfig =
  | string
  | {
      readonly name: string
      /** Patterns of arguments: each argument must fit one, and none that begins with `!`. */
      readonly args?: readonly string[] | undefined
      /** Says on purpose that it may run other programs, as interpreters do. */
      readonly anyArgs?: boolean | undefined
    }

export type ShellConfig = {
  readonly programs: readonly ProgramConfig[]
  /** Where they run; the folder of the config file when left out. */
  readonly cwd?: string | undefined
}

export type KnowledgeConfig = {
  /** Whether the bundled documents are searched as long as there are none of your own; with the demo model alone when left out. */
  readonly demo?: boolean | undefined
}

export type AgentsMdConfig = {
  /** Its name; `AGENTS.md` when left out. */
  readonly file?: string | undefined
  /** Only sections whose headings contain one of these texts. */
  readonly sections?: readonly string[] | undefined
}

/** The toolboxes that come with Gyre. `math`, `calendar`, `web`, `knowledge` and `memory` are there unless they are `false`. */
export type ToolboxesConfig = {
  readonly math?: boolean | undefined
  readonly calendar?: boolean | CalendarConfig | undefined
  readonly web?: boolean | WebConfig | undefined
  /**
   * The hotels of the persona `hotel`. Left out, sessions have them only when they name their tools, such as `pms.*`;
   * `true`: all have them.
   */
  readonly hotel?: boolean | undefined
  readonly files?: FilesConfig | undefined
  readonly shell?: ShellConfig | undefined
  /** Folders with SKILL.md files; `skills` beside the config file when left out and there. */
  readonly skills?: string | readonly string[] | undefined
  /** What was read by `gyre knowledge add`. */
  readonly knowledge?: boolean | KnowledgeConfig | undefined
  /** What past sessions learned. */
  readonly memory?: boolean | undefined
  /** Whether the AGENTS.md files of the working folder and those above it are said to every session. */
  readonly agentsMd?: boolean | AgentsMdConfig | undefined
}

/** They go before what a tool says of itself. */
export type ToolLimitsConfig = {
  readonly perMinute?: number | undefined
  /** Calls at the same time, in one process. */
  readonly concurrency?: number | undefined
  /** The longest text of an answer that a model is shown. */
  readonly outputChars?: number | undefined
  readonly timeoutMs?: number | undefined
}

export type PermissionsConfig = {
  /** What no tool may touch in any session, such as `net` or `files.write`. */
  readonly deny?: readonly string[] | undefined
}
