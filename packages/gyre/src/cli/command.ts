/** What a command of `gyre` is: light data for help and parsing, and code that is loaded when it is called. */
import type { Io } from './io.ts'
import type { Options } from './options.ts'
import type { Place, PlaceNeeds } from './place.ts'

/** An option as `parseArgs` of Node takes it, with what help says of it. */
export type OptionSpec = {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** May be given more than once; read it with `options.texts`. */
  readonly multiple?: boolean
  /** Takes `A,B`, or each by an option of its own; `options.text` has all of them with commas between. */
  readonly isList?: boolean
  /** The word for its value in help: `FILE`. */
  readonly value?: string
  readonly description: string
}

/** Options by their long name. */
export type OptionTable = Readonly<Record<string, OptionSpec>>

export type Command = {
  /** One word, or two: `context add`. */
  readonly name: string
  /** Other names people try for it. */
  readonly aliases?: readonly string[]
  /** One line, without a full stop. */
  readonly summary: string
  /** What a person should know besides, in whole sentences; help shows it below the summary. */
  readonly remark?: string
  /** Its arguments as usage shows them: `ID "text"`. */
  readonly args: string
  /** How many arguments it takes; any number when left out. */
  readonly arity?: readonly [least: number, most: number]
  readonly options: OptionTable
  /** Whole lines a person may type; the first thing help shows. */
  readonly examples: readonly string[]
  /** For programs: the list of commands leaves it out. */
  readonly isHidden?: boolean
  readonly load: () => Promise<CommandRun>
}

export type CommandGroup = { readonly name: string; readonly commands: readonly Command[] }

/** Runs a command; answers with the exit code. Errors are thrown. */
export type CommandRun = (call: CommandCall) => Promise<number>

export type CommandCall = {
  readonly args: readonly string[]
  readonly options: Options
  readonly io: Io
  /** All commands there are. */
  readonly commands: readonly Command[]
  /** Opens the data, once; it is closed when the command is over. */
  readonly place: (needs?: PlaceNeeds) => Promise<Place>
}
