/** The options of one call, read by name. */
import type { OptionTable } from './command.ts'

type Value = string | boolean | readonly (string | boolean)[] | undefined

export class Options {
  readonly #values: Readonly<Record<string, Value>>

  constructor(values: Readonly<Record<string, Value>>) {
    this.#values = values
  }

  /** Whether a switch was given. */
  flag(name: string): boolean {
    return this.#values[name] === true
  }

  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined {
    const value = this.#values[name]
    return typeof value === 'string' ? value : undefined
  }

  /** All values of an option that may be given more than once. */
  texts(name: string): readonly string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  }
}

/** Options every command has. */
export const globalOptions = {
  data: { type: 'string', value: 'DIR', description: 'The data folder; else GYRE_DATA, else that of the platform' },
  owner: { type: 'string', value: 'NAME', description: 'Whose sessions; local when left out' },
  json: { type: 'boolean', description: 'One JSON value on stdout' },
  output: { type: 'string', value: 'FORM', description: 'text, json or stream-json (events as JSON lines)' },
  'no-color': { type: 'boolean', description: 'No colours; NO_COLOR does the same' },
  plain: { type: 'boolean', description: 'Plain lines instead of the live view' },
  quiet: { type: 'boolean', short: 'q', description: 'Nothing on stderr but errors and questions' },
  verbose: { type: 'boolean', short: 'v', description: 'More on stderr' },
  debug: { type: 'boolean', description: 'Errors with their stack' },
  'no-input': { type: 'boolean', description: 'Never ask; exit with 4 where an answer is needed' },
  help: { type: 'boolean', short: 'h', description: 'Help on a command' },
  version: { type: 'boolean', description: 'The version' },
} as const satisfies OptionTable
