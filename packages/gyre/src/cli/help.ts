/** Help, made from the table of commands. */
import type { Command, CommandGroup, OptionTable } from './command.ts'
import { globalOptions } from './options.ts'

/** The commands there are, by group. Those of a family, such as `personas show`, are told of with its head. */
export function generalHelp(groups: readonly CommandGroup[]): string {
  const all = groups.flatMap(({ commands }) => commands.filter(({ isHidden }) => !isHidden))
  const heads = all.filter((command) => !headOf(command, all))
  const width = Math.min(34, Math.max(...heads.map((command) => usageOf(command).length)))
  const shown = groups.map(({ name, commands }) => {
    const rows = commands.filter((command) => heads.includes(command)).map((command) => familyRow(command, all, width))
    return `${name}\n${rows.join('\n')}`
  })
  return `gyre: stop, steer, fork, replay and bound any agentic loop.

  gyre "What is 17 * 6 + 14?"          run a goal; the same as gyre run
  gyre help COMMAND                    examples and options of a command

${shown.join('\n\n')}

Options of every command
${optionRows(globalOptions)}

ID is the id of a session, the beginning of one, or \`last\`.
The answer goes to stdout, progress to stderr.
Exit codes: 0 answered, 1 failed or stuck, 2 wrong usage, 3 a limit or
an open gap, 4 waits for a person, 5 the provider failed, 130 aborted or paused.`
}

/** The command of one word that this one of two words belongs to. */
function headOf({ name }: Command, commands: readonly Command[]): Command | undefined {
  return commands.find((other) => name.startsWith(`${other.name} `))
}

function membersOf(head: Command, commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => !command.isHidden && headOf(command, commands) === head)
}

/** A command, and below it the second words of its family. */
function familyRow(command: Command, all: readonly Command[], width: number): string {
  const members = membersOf(command, all)
  // The head has a second word of its own, where it has others beside it: `mcp list`.
  const own = members.length > 0 ? (command.aliases ?? []).slice(0, 1) : []
  const words = [...own, ...members.map(({ name }) => name)].map((name) => name.slice(command.name.length + 1))
  const first = row(usageOf(command), command.summary, width)
  if (words.length === 0) return first
  const indent = ' '.repeat(width + 4)
  return [first, ...wrapped(words.join(', '), longestLine - indent.length).map((line) => `${indent}${line}`)].join('\n')
}

const longestLine = 80

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** Examples first, then usage, the rest of its family, and options. */
export function commandHelp(command: Command, commands: readonly Command[]): string {
  const { name, summary, remark, examples, options } = command
  const members = membersOf(command, commands)
  const width = Math.min(34, Math.max(0, ...members.map((member) => usageOf(member).length)))
  const rows = members.map((member) => row(usageOf(member), member.summary, width))
  const family = members.length > 0 ? `\n\nCommands\n${rows.join('\n')}` : ''
  const own = Object.keys(options).length > 0 ? `\n\nOptions\n${optionRows(options)}` : ''
  const said = [`gyre ${name}: ${summary}.`, ...(remark === undefined ? [] : [remark])]
  return `${said.map((text) => wrapped(text, longestLine).join('\n')).join('\n\n')}

Examples
${examples.map((example) => `  ${example}`).join('\n')}

Usage
  gyre ${usageOf(command)}${Object.keys(options).length > 0 ? ' [options]' : ''}${family}${own}

Options of every command
${optionRows(othersThan(options))}`
}

/** The options of every command that it has no other of the same name for. */
function othersThan(own: OptionTable): OptionTable {
  return Object.fromEntries(Object.entries(globalOptions).filter(([name]) => !Object.hasOwn(own, name)))
}

/** The commands that begin with a word that is none itself. */
export function familyHelp(family: string, commands: readonly Command[]): string {
  const members = commands.filter(({ name, isHidden }) => !isHidden && name.startsWith(`${family} `))
  const width = Math.min(34, Math.max(0, ...members.map((member) => usageOf(member).length)))
  return `Commands
${members.map((member) => row(usageOf(member), member.summary, width)).join('\n')}

Examples
${members.flatMap(({ examples }) => examples.map((example) => `  ${example}`)).join('\n')}

Their options: ${members.map(({ name }) => `gyre help ${name}`).join(', ')}`
}

function usageOf({ name, args }: Command): string {
  return args === '' ? name : `${name} ${args}`
}

function optionRows(options: OptionTable): string {
  const heads = Object.entries(options).map(([name, { short, value }]) => {
    const long = `--${name}${value ? ` ${value}` : ''}`
    return short ? `-${short}, ${long}` : `    ${long}`
  })
  const width = Math.max(...heads.map((head) => head.length))
  return Object.values(options)
    .map(({ description }, at) => row(heads[at] ?? '', description, width))
    .join('\n')
}

function row(head: string, text: string, width: number): string {
  const indent = ' '.repeat(width + 4)
  const lines = wrapped(text, longestLine - indent.length).join(`\n${indent}`)
  return head.length > width ? `  ${head}\n${indent}${lines}` : `  ${head.padEnd(width)}  ${lines}`
}
