/** `gyre loops` and `gyre loops show`: which loops there are, and all of one, for people and for programs. */
import { GyreError, type Loop, type Runtime, suggestion } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io, Sink } from '../io.ts'
import { exampleLine, loopJson } from '../loops/loop-facts.ts'
import { loopSheet } from '../loops/loop-sheet.ts'
import type { Options } from '../options.ts'
import { printTable } from '../output/printed-table.ts'

export const loops: CommandRun = async (call) => {
  const { args, options, io, place } = call
  if (args.length > 0) {
    refuseListOptions(options)
    return showLoop(call)
  }
  const { runtime } = await place()
  const off = await loopsOff(runtime)
  const shown = runtime.loops.filter(({ name }) => options.flag('all') || !off.has(name))
  if (io.output !== 'text') {
    io.printJson(shown.map((loop) => loopJson(loop, off.has(loop.name))))
    return exitCodes.done
  }
  if (options.flag('table')) printTable(io, [tableHead, ...shown.map((loop) => tableRow(loop, off.has(loop.name)))])
  else printBlocks(io, shown, off)
  if (off.size > 0 && !options.flag('all')) {
    io.report(`Switched off: ${[...off].join(', ')}. Show them: gyre loops --all`)
  }
  return exitCodes.done
}

/** They say how all are listed: with the name of one they would do nothing. */
function refuseListOptions(options: Options): void {
  const given = ['all', 'table'].find((name) => options.flag(name))
  if (given === undefined) return
  throw new GyreError('usage-invalid', `\`gyre loops NAME\` takes no \`--${given}\`: that is for the list.`, {
    command: 'loops',
  })
}

export const showLoop: CommandRun = async ({ args: [name = ''], io, place }) => {
  const { runtime } = await place()
  const loop = runtime.loops.find((each) => each.name === name)
  if (!loop) {
    const names = runtime.loops.map((each) => each.name)
    throw new GyreError('loop-unknown', `There is no loop \`${name}\`; ${suggestion(name, names)}`, { name })
  }
  const isOff = (await loopsOff(runtime)).has(name)
  if (io.output !== 'text') io.printJson(loopJson(loop, isOff))
  else {
    for (const line of loopSheet(loop, { isOff, width: io.out.width() })) io.print(line)
  }
  return exitCodes.done
}

async function loopsOff({ loops: all, settings }: Runtime): Promise<ReadonlySet<string>> {
  const off = new Set<string>()
  for (const { name } of all) if (await settings.isLoopOff(name)) off.add(name)
  return off
}

function printBlocks({ out, print }: Io, shown: readonly Loop[], off: ReadonlySet<string>): void {
  const indent = Math.max(...shown.map(({ name }) => name.length)) + 2
  for (const loop of shown) print(loopText(loop, { out, indent, isOff: off.has(loop.name) }))
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
function loopText(loop: Loop, { out, indent, isOff }: Look): string {
  const { name, summary, traits } = loop
  const columns = Math.min(out.width(), widest) - indent
  const purpose = traits.bestFor === '' ? '' : `Best for ${traits.bestFor}. `
  const lines = [
    ...wrapped(`${isOff ? '(off) ' : ''}${summary}`, columns),
    ...wrapped(`${purpose}Model calls, at least: ${traits.minCalls}`, columns),
    out.paint('dim', exampleLine(loop)),
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
