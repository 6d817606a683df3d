/** The page of the command line, made from the table that `gyre help` is made from. */
import type { Command, CommandGroup, OptionTable } from '../../packages/gyre/src/cli/command.ts'
import { commandGroups } from '../../packages/gyre/src/cli/commands.ts'
import { globalOptions } from '../../packages/gyre/src/cli/options.ts'
import { markdownTable } from './markdown-table.ts'

export function cliPage(): string {
  const groups = commandGroups.map(({ name, commands }) => ({
    name,
    commands: commands.filter((each) => !each.isHidden),
  }))
  return `# Commands

<!-- Made from the sources by \`npm run docs\`. -->

Every command of \`gyre\` with its arguments and options, as \`gyre help COMMAND\` tells them. How they work together is told in
[the command line](../command-line.md). In usage, \`[…]\` may be left out, \`A|B\` is one of them, and words in capitals stand for
yours.

${groups.map(overview).join('\n')}

## Options of every command

A command's own option of the same name comes first.

${optionTable(globalOptions)}

${groups.map(section).join('\n\n')}
`
}

const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')

function overview({ name, commands }: CommandGroup): string {
  return `- ${name}: ${commands.map((each) => `[\`${each.name}\`](#${anchorOf(titleOf(each))})`).join(', ')}`
}

const titleOf = ({ name }: Command) => `gyre ${name}`

function section({ name, commands }: CommandGroup): string {
  return [`## ${name}`, ...commands.map(commandText)].join('\n\n')
}

function commandText(command: Command): string {
  const { name, aliases = [], summary, remark, args, options, examples } = command
  const hasOptions = Object.keys(options).length > 0
  const usage = ['gyre', name, args, hasOptions ? '[options]' : ''].filter(Boolean).join(' ')
  return [
    `### ${titleOf(command)}`,
    [`${summary}.`, remark].filter(Boolean).join(' '),
    ...(aliases.length > 0 ? [`Also: ${aliases.map((alias) => `\`gyre ${alias}\``).join(', ')}.`] : []),
    `\`\`\`text\n${usage}\n\`\`\``,
    ...(hasOptions ? [optionTable(options)] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``] : []),
  ].join('\n\n')
}

function optionTable(options: OptionTable): string {
  const rows = Object.entries(options).map(([name, { short, value, multiple, description }]) => {
    const long = `--${name}${value ? ` ${value}` : ''}`
    const often = multiple && !description.includes('repeated') ? '; may be repeated' : ''
    return [short ? `\`-${short}\`, \`${long}\`` : `\`${long}\``, `${description}${often}`]
  })
  return markdownTable(['option', 'meaning'], rows)
}
