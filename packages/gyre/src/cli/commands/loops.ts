/** `gyre loops`: which loops there are, for people and for programs. */
import type { Loop } from '@gyre/core'
import { z } from 'zod'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io, Sink } from '../io.ts'
import { printTable } from '../output/printed-table.ts'

export const loops: CommandRun = async ({ options, io, place }) => {
  const { runtime } = await place()
  const off = new Set<string>()
  for (const { name } of runtime.loops) if (await runtime.settings.isLoopOff(name)) off.add(name)
  const shown = runtime.loops.filter(({ name }) => options.flag('all') || !off.has(name))
  if (io.output !== 'text') {
    io.printJson(shown.map((loop) => ({ ...loopJson(loop), ...(off.has(loop.name) && { off: true }) })))
    return exitCodes.done
  }
  if (options.flag('table')) printTable(io, [tableHead, ...shown.map((loop) => tableRow(loop, off.has(loop.name)))])
  else printBlocks(io, shown, off)
  if (off.size > 0 && !options.flag('all')) {
    io.report(`Switched off: ${[...off].join(', ')}. Show them: gyre loops --all`)
  }
  return exitCodes.done
}

function printBlocks({ out, print }: Io, shown: readonly Loop[], off: ReadonlySet<string>): void {
  const indent = Math.max(...shown.map(({ name }) => name.length)) + 2
  for (const loop of shown) print(loopText(loop, { out, indent, isOff: off.has(loop.name) }))
}

function loopJson({ name, version, summary, paper, config, traits, example }: Loop) {
  return { name, version, summary, paper, config: z.toJSONSchema(config, { io: 'input' }), traits, example }
}

const tableHead = ['LOOP', 'CALLS, AT LEAST', 'WITHOUT TOOLS', 'CORRECTS ITSELF', 'SHOWS A PLAN', 'BEST FOR']

/** What tells one from the other, in a line each. */
function tableRow({ name, traits }: Loop, isOff: boolean): readonly string[] {
  const mark = (is: boolean) => (is ? 'yes' : 'no')
  return [
    isOff ? `${name} (off)` : name,
    traits.minCalls,
    mark(traits.worksWithoutTools),
    mark(traits.selfCorrects),
    mark(traits.auditablePlan),
    traits.bestFor,
  ]
}

type Look = { readonly out: Sink; readonly indent: number; readonly isOff: boolean }

const widest = 80

/** Name and summary; what it is for and costs; a line to type. */
function loopText({ name, summary, traits, example }: Loop, { out, indent, isOff }: Look): string {
  const columns = Math.min(out.width(), widest) - indent
  const purpose = traits.bestFor === '' ? '' : `Best for ${traits.bestFor}. `
  const lines = [
    ...wrapped(`${isOff ? '(off) ' : ''}${summary}`, columns),
    ...wrapped(`${purpose}Model calls, at least: ${traits.minCalls}`, columns),
    out.paint('dim', `gyre run ${shellWords(example.args)}`),
  ]
  return `${out.paint('bold', name.padEnd(indent))}${lines.join(`\n${' '.repeat(indent)}`)}`
}

function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function shellWords(args: readonly string[]): string {
  return args.map((arg) => (/^[\w-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')
}
