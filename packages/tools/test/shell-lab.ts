/** A place for programs to run in, with something beside it that no program may run. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GyreError, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { type ShellOptions, shellToolbox } from '../src/toolboxes/shell/shell-toolbox.ts'

const ordinary = ['ls', 'cat', 'echo', 'pwd', 'git', 'find', 'sed', 'tar', 'sort', 'split', 'sleep']
export const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a',
}

/** `base/work` is where programs run; `base/marker` is what every escape tries to make. */
export type Lab = { readonly base: string; readonly work: string; readonly marker: string; readonly evil: string }

export function lab(): Lab {
  const base = realpathSync(temporaryFolder())
  const [work, marker] = [join(base, 'work'), join(base, 'marker')]
  mkdirSync(work)
  writeFileSync(join(work, 'a.txt'), 'one\ntwo\n')
  const evil = join(base, 'evil')
  writeFileSync(evil, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 })
  return { base, work, marker, evil }
}

export const toolOf = ({ work }: Lab, options: Partial<ShellOptions> = {}): Tool =>
  shellTool({ programs: ordinary, cwd: work, timeoutMs: 20_000, env: identity, ...options })

/** The one tool there is. */
export function shellTool(options: ShellOptions): Tool {
  const [tool] = shellToolbox(options).tools
  if (!tool) throw new Error('The toolbox is empty.')
  return tool
}

/** Not through the schema: what is refused is refused by the tool itself, too. */
export async function result(
  tool: Tool,
  input: object,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  try {
    return ((await tool.run({ args: [], cwd: '.', ...input }, { signal } as ToolContext)) as ToolOutput).text
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}: ${error.message}`
    throw error
  }
}
