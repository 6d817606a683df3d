/** What the rules decide, before it is put into the form that a request asks for. */
import type { Json, JsonObject } from '@gyre/core'

/** An expression and its value. */
export type Result = { readonly expression: string; readonly value: number }

/** What an answer rests on, for those who want it as data and not as a text. */
export type Findings = {
  /** False when no rule could do anything about the question. */
  readonly isKnown: boolean
  readonly question: string
  readonly results: readonly Result[]
  /** The answer to a question that is answered by yes or no. */
  readonly truth?: boolean
  /** The one that was chosen, in a question that gives a choice. */
  readonly choice?: string
}

export type PlannedCall = { readonly tool: string; readonly input: JsonObject }

export type Answer = {
  readonly kind: 'answer'
  readonly thought: string
  readonly text: string
  readonly findings: Findings
}

export type Decision =
  /** Call tools, all of them at once. */
  | { readonly kind: 'calls'; readonly thought: string; readonly calls: readonly PlannedCall[] }
  | Answer
  /** A value of the schema that was asked for. */
  | { readonly kind: 'value'; readonly thought: string; readonly value: Json }
