/** Options that a command does not have, that lack their value, or that have or are one too many. */
import { parseArgs } from 'node:util'
import { GyreError } from '@gyre/core'
import type { Command, OptionSpec } from './command.ts'
import { globalOptions } from './options.ts'
import { nearest } from './suggestion.ts'

type Token = {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

export function refuseWrongOptions(command: Command, args: readonly string[]): void {
  const options: Readonly<Record<string, OptionSpec>> = { ...globalOptions, ...command.options }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    const fault = spec
      ? (valueFault(token, spec) ?? repetitionFault(token, spec, seen))
      : unknownFault(token, command.name, Object.keys(options))
    seen.add(token.name)
    if (fault !== undefined) {
      throw new GyreError('usage-invalid', `\`gyre ${command.name}\`${fault}`, { command: command.name })
    }
  }
}

function unknownFault({ name, rawName }: Token, command: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant
    ? `Did you mean \`--${meant}\`?`
    : `\`gyre help ${command}\` lists its options; a word that begins with \`-\` follows \`--\`.`
  return ` has no option \`${rawName}\`. ${hint}`
}

function valueFault({ rawName, value, inlineValue }: Token, { type, value: word }: OptionSpec): string | undefined {
  if (type === 'boolean') return value === undefined ? undefined : `: \`${rawName}\` takes no value.`
  if (value === undefined) return `: \`${rawName}\` needs a value: ${rawName} ${word ?? 'VALUE'}`
  // The next option was meant, not a value.
  if (inlineValue || !/^-./.test(value)) return undefined
  const written = rawName.startsWith('--') ? `${rawName}=${value}` : `${rawName}${value}`
  return `: \`${rawName}\` needs a value, and \`${value}\` looks like an option. If it is the value, write: ${written}`
}

/** A switch that is given twice is on; of two values one would be dropped. */
function repetitionFault(
  { name, rawName }: Token,
  { type, multiple, isList }: OptionSpec,
  seen: ReadonlySet<string>,
): string | undefined {
  if (!seen.has(name) || type === 'boolean' || multiple || isList) return undefined
  return `: \`${rawName}\` is given twice, and only one can hold.`
}
