/** `gyre what-if`: the same session from one step on, with other models, prompts or loops. */
import { GyreError } from '@gyre/core'
import { comparedSession } from '../../compare/side-by-side.ts'
import { whatIf as variantsOf } from '../../compare/what-if.ts'
import { textArgument } from '../arguments/json-argument.ts'
import { stepArgument } from '../arguments/step-argument.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandRun } from '../command.ts'
import type { Options } from '../options.ts'
import { reportComparison } from '../output/comparison-report.ts'
import { runComparison } from '../run-comparison.ts'
import { sessionId } from '../session/session-id.ts'

export const whatIf: CommandRun = async ({ args: [named = ''], options, io, place: open }) => {
  const at = stepArgument('what-if', options)
  const [models, loops] = [wordList(options.text('models')), wordList(options.text('loops'))]
  const prompts = await readPrompts(options)
  if (models.length + loops.length + Object.keys(prompts).length === 0) {
    throw new GyreError(
      'usage-invalid',
      '`gyre what-if` needs what is to be different: --models a,b, --loops c or --prompt ID=@file.',
    )
  }
  const place = await open()
  const { runtime } = place
  const session = await sessionId(runtime, named)
  const chosen = await Promise.all(models.map((name) => place.model(name)))
  const tools = loops.length > 0 ? await place.tools() : []
  const variants = await variantsOf(runtime, { session, at, models: chosen, loops, prompts, tools })
  const recorded = await comparedSession(runtime, session, 'recorded')
  return reportComparison(io, [recorded, ...(await runComparison(io, place, variants))])
}

/** `react.system=@file`, or the words themselves. */
async function readPrompts(options: Options): Promise<Readonly<Record<string, string>>> {
  const pairs = options.texts('prompt').map(async (pair) => {
    const at = pair.indexOf('=')
    if (at <= 0)
      throw new GyreError('usage-invalid', `\`--prompt ${pair}\`: expected ID=@file, such as react.system=@system.txt.`)
    return [pair.slice(0, at), await textArgument(pair.slice(at + 1))] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}
