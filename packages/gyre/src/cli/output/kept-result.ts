/** Keeps what a command came to where the web pages find it. Who cannot write there still has the result. */

import type { ResultFile } from '../../results/result-files.ts'
import type { CommandCall } from '../command.ts'

type Found = Pick<ResultFile, 'kind' | 'title' | 'owner'> & { readonly report: object }

export async function keepFound(
  { io }: Pick<CommandCall, 'io'>,
  folder: () => Promise<string>,
  found: Found,
): Promise<void> {
  try {
    const { keepResult } = await import('../../results/result-files.ts')
    const report = JSON.parse(JSON.stringify(found.report)) as ResultFile['report']
    await keepResult(await folder(), { ...found, report, at: new Date().toISOString() })
  } catch (error) {
    io.report(`The result is not kept for the web pages: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The data folder of a command that opens no data. */
export async function unopenedFolder({ options, io }: Pick<CommandCall, 'options' | 'io'>): Promise<string> {
  const [{ effectiveConfig }, { dataFolder }] = await Promise.all([
    import('../../config/effective-config.ts'),
    import('../../wiring/data-folder.ts'),
  ])
  const { cwd, env, platform } = io
  return options.text('data') ?? (await effectiveConfig({ cwd, env })).data ?? dataFolder(env, platform)
}
