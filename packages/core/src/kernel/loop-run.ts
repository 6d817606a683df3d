/** One run of a loop: what it was given, and how far it came. */
import { type Message, system } from '../messages.ts'
import type { Model, Role } from '../ports/model.ts'
import type { Tool } from '../tools/tool.ts'
import type { Account } from './account.ts'
import type { Ahead } from './ahead.ts'
import type { GenerateOptions, LoopEnd, OfferedTool } from './context.ts'
import type { LiveSession } from './live-session.ts'
import type { Loop } from './loop.ts'
import { bestProposal, type Proposal } from './proposals.ts'
import type { WrapUp } from './wrap-up.ts'

/** One run of a loop: the session's own, or a child's. What a child inherits unless given its own. */
export type LoopRun = {
  readonly loop: Loop
  /** What it was asked. */
  readonly goal: string
  /** Path of its steps, '' for the session's own; an account of the same path is its own. */
  readonly path: string
  readonly account: Account
  readonly models: Readonly<Record<Role, Model>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly toolSpecs: readonly OfferedTool[]
  /** What the runner of tools lets its calls do. */
  readonly token: string | undefined
  /** Said to the author in every request. */
  readonly instructions: Message | undefined
  /** The best answer so far. */
  best: Proposal | undefined
  /** Those of branches whose map has not ended, by their paths. */
  proposed: Map<string, Proposal> | undefined
  /** The last request of the run's own branch, made or only tried: what a forced answer starts from. */
  lastRequest: LastRequest | undefined
  /** What the author said last. */
  lastText: string
  /** The child that it waits for, or that was cut short with it. Those of branches are not known: who is last is chance. */
  child: LoopRun | undefined
  /** Work beside the loop, to be given up when it ends. */
  aheads: Ahead[] | undefined
  /** Ends the loop, whatever its code is doing: the last answer is asked for. */
  cut: (how: WrapUp) => void
  /** Ends the run at once, with this. */
  end: (how: LoopEnd) => void
}

/** The first messages of the loop's array, which may have grown since, and how they are shown to the model. */
export type LastRequest = {
  readonly messages: readonly Message[]
  readonly length: number
  readonly spoken: Pick<GenerateOptions, 'grammar' | 'protocol'>
}

/** What every run starts with. */
export function fresh(): Pick<
  LoopRun,
  'best' | 'proposed' | 'lastRequest' | 'lastText' | 'child' | 'aheads' | 'cut' | 'end'
> {
  return {
    best: undefined,
    proposed: undefined,
    lastRequest: undefined,
    lastText: '',
    child: undefined,
    aheads: undefined,
    cut: () => {},
    end: () => {},
  }
}

/** The best answer so far: its own, or that of a child which is asked the same. What a part comes to is no answer to the whole. */
export function bestOf(run: LoopRun): LoopRun['best'] {
  const { child, goal } = run
  return bestProposal(run) ?? (child?.goal === goal ? bestOf(child) : undefined)
}

/** How a run ends that was aborted: with the best answer it had. */
export function abortedEnd(run: LoopRun): LoopEnd {
  return { answer: bestOf(run)?.answer ?? null, outcome: 'aborted', gap: null, details: null }
}

/** The same run with other tools, and the rights that these have within those it had. */
export function withTools(run: LoopRun, tools: readonly Tool[], { id, ports }: LiveSession): LoopRun {
  const token = ports.toolRunner.grant?.({ session: id, tools, within: run.token })
  return { ...run, ...toolsOf(tools), token }
}

export function toolsOf(tools: readonly Tool[]): Pick<LoopRun, 'tools' | 'toolSpecs'> {
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolSpecs: tools.map(({ name, description, input, effect }) => ({ name, description, input, effect })),
  }
}

export function instructionsOf(text: string): Message | undefined {
  return text === '' ? undefined : system(text)
}
