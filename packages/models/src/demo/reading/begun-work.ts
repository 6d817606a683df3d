/**
 * Work that a child loop began and could not end, as a trace of it is shown: what was found in it is known.
 *
 * An entry is `[what] text`, and lines that are indented deeper belong to it; `[name]` alone is the loop that the
 * entries below it are of.
 */
import type { Json } from '@gyre/core'
import { parseObject } from './json-object.ts'
import { materialParts } from './material-parts.ts'
import { stepResults } from './step-results.ts'
import {
  isObservation,
  observationsIn,
  type WrittenObservation,
  withoutFence,
  writtenCalls,
} from './written-protocol.ts'

/** A call, or a question of a step, and what came of it. */
export type Begun = Call & { readonly observation: { readonly text: string; readonly isError: boolean } }

type Entry = { readonly what: string; readonly text: string }
type Call = { readonly tool: string; readonly input: Json }

/** Undefined when a message shows no such work. */
export function begunWork(said: string): readonly Begun[] | undefined {
  const start = /^\[[a-z][\w-]*\]\n {2}\[/m.exec(said)
  return start ? foundIn(entriesOf(said.slice(start.index))) : undefined
}

function entriesOf(trace: string): readonly Entry[] {
  const entries: { what: string; lines: string[] }[] = []
  let inside = Number.POSITIVE_INFINITY
  for (const line of trace.split('\n')) {
    const depth = line.search(/\S|$/)
    const [, what, text] = /^ *\[([^\]]+)\](?: (.*))?$/.exec(line) ?? []
    if (depth >= inside || what === undefined) entries.at(-1)?.lines.push(line.slice(inside))
    else {
      // Nothing stands beside the name of a loop, and what is below it are entries.
      inside = text === undefined ? Number.POSITIVE_INFINITY : depth + 2
      entries.push({ what, lines: [text ?? ''] })
    }
  }
  return entries.map(({ what, lines }) => ({ what, text: lines.join('\n').trim() }))
}

/** Results go to the calls before them, in their order. */
function foundIn(entries: readonly Entry[]): readonly Begun[] {
  const found: Begun[] = []
  let open: readonly Call[] = []
  for (const entry of entries) {
    if (entry.what === 'task') found.push(...ofSteps(entry.text))
    open = [...open, ...callsIn(entry)]
    for (const { tool, text, isError } of resultsIn(entry)) {
      const call = open.find((each) => each.tool === tool) ?? open[0]
      open = open.filter((each) => each !== call)
      if (call) found.push({ tool: call.tool, input: call.input, observation: { text, isError } })
    }
  }
  return found
}

function callsIn({ what, text }: Entry): readonly Call[] {
  if (what === 'said') return writtenCalls(text)
  const [, tool] = /^call of (.+)$/.exec(what) ?? []
  return tool === undefined ? [] : [{ tool, input: parseObject(text) ?? {} }]
}

function resultsIn({ what, text }: Entry): readonly WrittenObservation[] {
  if (what === 'task') return isObservation(text) ? observationsIn(text) : []
  const [, tool, failed] = /^(?:result of (.+)|(\S+) failed)$/.exec(what) ?? []
  if (tool === undefined && failed === undefined) return []
  return [{ tool: tool ?? failed, text: withoutFence(text), isError: failed !== undefined }]
}

/** What earlier steps of a plan gave stands in the task of the one that was begun. */
function ofSteps(task: string): readonly Begun[] {
  return stepResults(materialParts(task)['results']).map(({ goal, text }) => {
    return { tool: '', input: { question: goal }, observation: { text, isError: false } }
  })
}
