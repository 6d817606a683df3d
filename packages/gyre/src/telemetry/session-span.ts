/** A session itself as a span: what it was begun with, what it came to, and what people did to it. */
import type { FactEvent, JsonObject, SessionDefinition, SessionUsage } from '@gyre/core'
import { modelNames, names, operations, ownNames } from './semantic-names.ts'
import { type Attributes, present, type Span, type SpanEvent } from './span.ts'
import { type StepSpan, usageAttributes } from './step-span.ts'

/** Loops in which several agents work on a task: their sessions are workflows. */
const workflows: ReadonlySet<string> = new Set(['plan-execute', 'waves', 'experts', 'reason', 'research', 'auto'])

/** Spans that Phoenix and Langfuse would show without a kind. */
export const chain: Attributes = { [names.openInferenceKind]: 'CHAIN', [names.langfuseType]: 'chain' }

export type EndedSession = Pick<Span, 'startMs' | 'endMs'> & { readonly outcome: string; readonly usage: SessionUsage }

export function sessionSpan(
  definition: SessionDefinition,
  { startMs, endMs, outcome, usage }: EndedSession,
  events: readonly SpanEvent[],
): StepSpan {
  const { loop } = definition
  const operation = workflows.has(loop) ? operations.workflow : operations.agent
  const error = codeOf(outcome)
  return {
    operation,
    name: `${operation} ${loop}`,
    startMs,
    endMs,
    attributes: {
      ...definitionAttributes(definition),
      ...usageAttributes({ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
      ...present({
        [names.operation]: operation,
        [ownNames.outcome]: outcome,
        [ownNames.costUsd]: usage.costUsd,
        [ownNames.activeMs]: usage.activeMs,
        [names.errorType]: error,
      }),
    },
    events,
    error,
  }
}

/** `model-auth` of `failed:model-auth`. */
export function codeOf(outcome: string | undefined): string | undefined {
  return outcome?.startsWith('failed:') ? outcome.slice('failed:'.length) : undefined
}

function definitionAttributes({ loop, persona, models, by }: SessionDefinition): Attributes {
  const isWorkflow = workflows.has(loop)
  const { provider, model } = modelNames(models.author)
  return {
    ...(isWorkflow ? chain : {}),
    ...present({
      [isWorkflow ? names.workflow : names.agent]: loop,
      [names.provider]: provider,
      [names.request.model]: model,
      [ownNames.loop]: loop,
      [ownNames.persona]: persona?.name,
      [ownNames.personaVersion]: persona?.version,
      [ownNames.by]: by,
    }),
  }
}

export function interventionEvent({ type, at, data }: FactEvent): SpanEvent {
  const { id, action } = data as JsonObject
  return {
    name: ownNames.intervention,
    atMs: Date.parse(at),
    attributes: present({
      [ownNames.interventionId]: id as string | undefined,
      [ownNames.interventionAction]: action as string | undefined,
      [ownNames.interventionState]: type.slice('intervention.'.length),
    }),
  }
}
