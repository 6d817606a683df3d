/** `gyre personas rollout`: a persona's name split between versions or loops, and how each of them does. */
import { type ArmFigures, armLabel, GyreError, type Rollout, type Runtime } from '@gyre/core'
import { readArm } from '../arguments/arm-argument.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shownCost, shownTime } from '../output/amounts.ts'
import { printTable } from '../output/printed-table.ts'

/** An arm with its share of new threads and its figures; one that is no longer part of the split has no weight. */
type ArmRow = { readonly arm: string; readonly weight: number | null; readonly figures: ArmFigures | null }

export const rollOutPersona: CommandRun = async ({ args: [persona = ''], options, io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const arms = options.texts('arm').map(readArm)
  if (options.flag('off') && arms.length > 0) {
    throw new GyreError('usage-invalid', 'Give `--arm` or `--off`, not both.')
  }
  await runtime.personas.get(persona)
  if (options.flag('off')) {
    await runtime.rollouts.remove(persona)
    await audited(place, 'rollout.removed', persona)
  }
  if (arms.length > 0) {
    const { version } = await runtime.rollouts.save({ persona, arms })
    await audited(place, 'rollout.saved', persona, { version })
  }
  await show(runtime, persona, io)
  return exitCodes.done
}

async function show(runtime: Runtime, persona: string, io: Io): Promise<void> {
  const found = await runtime.rollouts.get(persona)
  const rows = rowsOf(found?.rollout, await runtime.armsOf(persona))
  if (io.output !== 'text') {
    io.printJson({ persona, version: found?.version ?? null, arms: rows })
    return
  }
  if (rows.length > 0) printTable(io, [head, ...rows.map((row) => cellsOf(row, sumOf(rows)))], { right: numbers })
  if (!found)
    io.report(`\`${persona}\` is not split. Split it: gyre personas rollout ${persona} --arm v1=90 --arm v2=10`)
}

const head = ['ARM', 'WEIGHT', 'SHARE', 'SESSIONS', 'ENDED', 'SUCCESS', 'TIME', 'CALLS', 'COST']
const numbers = head.map((_, at) => at).slice(1)

function rowsOf(rollout: Rollout | undefined, figures: readonly ArmFigures[]): readonly ArmRow[] {
  const split = (rollout?.arms ?? []).map((arm) => ({ arm: armLabel(arm), weight: arm.weight }))
  const others = figures.filter(({ arm }) => !split.some((each) => each.arm === arm))
  return [...split, ...others.map(({ arm }) => ({ arm, weight: null }))].map(({ arm, weight }) => ({
    arm,
    weight,
    figures: figures.find((each) => each.arm === arm) ?? null,
  }))
}

function sumOf(rows: readonly ArmRow[]): number {
  return rows.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
}

/** Time, calls and cost are medians of the sessions that ended. */
function cellsOf({ arm, weight, figures }: ArmRow, sum: number): readonly string[] {
  const { successRate = null, latencyMs = null, modelCalls = null, costUsd = null } = figures ?? {}
  return [
    arm,
    weight === null ? '-' : String(weight),
    weight === null ? '-' : percent(weight / sum),
    String(figures?.sessions ?? 0),
    String(figures?.ended ?? 0),
    successRate === null ? '-' : percent(successRate),
    latencyMs === null ? '-' : shownTime(latencyMs.median),
    modelCalls === null ? '-' : String(modelCalls.median),
    costUsd === null ? '-' : shownCost(costUsd.median),
  ]
}

function percent(part: number): string {
  return `${Math.round(part * 1000) / 10} %`
}
