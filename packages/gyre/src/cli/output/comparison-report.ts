/** Sessions side by side, as a table and their answers below. */
import type { ComparedSession } from '../../compare/side-by-side.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shortIds } from '../session/session-id.ts'
import { shownCost, shownCount, shownTime } from './amounts.ts'
import { answerText } from './answer-text.ts'
import { tableLines } from './text-table.ts'

/** Prints them; answers with the exit code: 4 when one waits, 130 when one was paused, 1 when none came to an answer. */
export function reportComparison(io: Io, compared: readonly ComparedSession[]): number {
  if (io.output === 'text') for (const line of comparisonLines(compared)) io.print(line)
  else io.printJson(compared)
  if (compared.some(({ status }) => status === 'waiting')) return exitCodes.needsInput
  if (compared.some(({ status }) => status === 'paused')) return exitCodes.interrupted
  return compared.some(({ status }) => status === 'completed') ? exitCodes.done : exitCodes.failed
}

function comparisonLines(compared: readonly ComparedSession[]): readonly string[] {
  const short = shortIds(compared.map(({ session }) => session))
  const rows = compared.map(({ variant, session, status, outcome, usage }) => [
    variant,
    outcome ?? status,
    `${usage.modelCalls}+${usage.toolCalls}`,
    shownCount(usage.inputTokens + usage.outputTokens),
    shownCost(usage.costUsd),
    shownTime(usage.activeMs),
    short.get(session) ?? session,
  ])
  const head = ['VARIANT', 'OUTCOME', 'CALLS', 'TOKENS', 'COST', 'TIME', 'SESSION']
  return [...tableLines([head, ...rows], { right: [2, 3, 4, 5] }), ...compared.flatMap(answerLines)]
}

/** An answer that another gave before is not written again. */
function answerLines(
  { variant, answer, gap, error, status, session }: ComparedSession,
  at: number,
  all: readonly ComparedSession[],
) {
  const text = answer === null ? undefined : answerText(answer)
  const same = all
    .slice(0, at)
    .find((each) => text !== undefined && each.answer !== null && answerText(each.answer) === text)
  const lines = [
    ...(same ? [`the same as ${same.variant}`] : (text ?? 'no answer').split('\n')),
    ...(gap === null ? [] : [`Still open: ${gap}`]),
    ...(error === null ? [] : [error.message]),
    ...(status === 'waiting' || status === 'paused' ? [`Go on with: gyre resume ${session}`] : []),
  ]
  return ['', variant, ...lines.map((line) => `  ${line}`.trimEnd())]
}
