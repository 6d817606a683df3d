/** `gyre compare`: one goal, done by several loops and personas side by side. */
import { GyreError } from '@gyre/core'
import { comparison } from '../../compare/comparison.ts'
import { readKeyValues } from '../arguments/key-values.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandRun } from '../command.ts'
import { reportComparison } from '../output/comparison-report.ts'
import { runComparison } from '../run-comparison.ts'

export const compare: CommandRun = async ({ args, options, io, place: open }) => {
  const [loops, personas] = [wordList(options.text('loops')), wordList(options.text('personas'))]
  if (loops.length + personas.length === 0) {
    throw new GyreError('usage-invalid', '`gyre compare` needs what to compare: --loops a,b or --personas x,y.')
  }
  const place = await open()
  const named = wordList(options.text('models'))
  const models = await Promise.all(named.length > 0 ? named.map((name) => place.model(name)) : [place.model()])
  const budget = options.texts('budget')
  const start = { tools: await place.tools(), ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) }) }
  const areModelsNamed = named.length > 0
  const variants = comparison(args.join(' '), { loops, personas, models, areModelsNamed, start })
  const [first, ...others] = variants
  if (others.length === 0) {
    const fault = `\`gyre compare\` has nothing to compare \`${first?.name}\` with`
    throw new GyreError('usage-invalid', `${fault}: name another loop, persona or model.`)
  }
  return reportComparison(io, await runComparison(io, place, variants))
}
