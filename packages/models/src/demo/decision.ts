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

/** A call of a tool that the rules want. */
export type PlannedCall = { readonly tool: string; readonly input: JsonObject }

/** The decision to answer. */
export type Answer = {
  readonly kind: 'answer'
  readonly thought: string
  readonly text: string
  readonly findings: Findings
}

/** A step of a plan, as the loop takes it. */
export type PlannedStep = { readonly id: string; readonly goal: string; readonly needs: readonly string[] }

/** A claim of a draft, and the call that checks it. */
export type ClaimCheck = { readonly claim: string; readonly tool: string; readonly input: JsonObject }

/** A claim of a draft, and what is to stand in its place. */
export type Edit = { readonly claim: string; readonly replacement: string }

/** What the rules decide to do about a request. */
export type Decision =
  /** Call tools, all of them at once. */
  | { readonly kind: 'calls'; readonly thought: string; readonly calls: readonly PlannedCall[] }
  | Answer
  /** A value of the schema that was asked for. */
  | { readonly kind: 'value'; readonly thought: string; readonly value: Json }
  | { readonly kind: 'plan'; readonly steps: readonly PlannedStep[] }
  /** What a judge says of an answer; the score is from 0 to 10. */
  | { readonly kind: 'verdict'; readonly isSatisfactory: boolean; readonly score: number; readonly reason: string }
  | { readonly kind: 'score'; readonly score: number; readonly reason: string }
  /** One step further in a tree of thoughts, or its end. */
  | { readonly kind: 'thought'; readonly text: string; readonly isAnswer: boolean }
  | { readonly kind: 'follow-ups'; readonly questions: readonly string[] }
  /** None when all is verified. */
  | { readonly kind: 'claims'; readonly checks: readonly ClaimCheck[] }
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | { readonly kind: 'route'; readonly loop: string; readonly reason: string }
  /** From 0 to 1. */
  | { readonly kind: 'confidence'; readonly confidence: number; readonly reason: string }
  /** Whether an answer does all that is asked; what it lacks is empty when it does. */
  | { readonly kind: 'gap'; readonly isComplete: boolean; readonly gap: string; readonly nextFocus: string }
  /** A reply as it stands, in no form: for a hook that makes malformed ones. */
  | { readonly kind: 'raw'; readonly text: string }
