/** `gyre completion`: a script that lets a shell complete what is typed. */
import { GyreError } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { bashCompletion } from '../completion/bash-completion.ts'
import { type CompletionTable, completionTable } from '../completion/completion-table.ts'
import { fishCompletion } from '../completion/fish-completion.ts'
import { zshCompletion } from '../completion/zsh-completion.ts'
import { exitCodes } from '../exit-codes.ts'

const scripts: Readonly<Record<string, (table: CompletionTable) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export const completion: CommandRun = async ({ args: [shell = ''], io, commands }) => {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script)
    throw new GyreError('usage-invalid', `There is no completion for \`${shell}\`: expected bash, zsh or fish.`)
  const text = script(completionTable(commands))
  if (io.output === 'text') io.out.write(text)
  else io.printJson({ shell, script: text })
  return exitCodes.done
}
