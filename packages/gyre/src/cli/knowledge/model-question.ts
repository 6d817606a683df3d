/** Asks a model for a command: each question is a session of its own that nobody keeps. */
import { defineLoop, GyreError, type Loop, type Model, user } from '@gyre/core'
import type { AskModel } from '@gyre/knowledge'
import { z } from 'zod'
import type { Place } from '../place.ts'

export type ModelQuestions = {
  readonly ask: AskModel
  /** What all of them cost, in USD; null when it is not known. */
  costUsd(): number | null
  close(): Promise<void>
}

const config = z.strictObject({ temperature: z.number().optional(), maxOutputTokens: z.int().optional() })

const question = defineLoop({
  name: 'question',
  summary: 'One question to a model.',
  config,
  run: async (ctx, task, { temperature, maxOutputTokens }) => {
    const sampling = {
      ...(temperature !== undefined && { temperature }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    }
    return (await ctx.generate([user(task.goal)], { label: 'ask', ...sampling })).text
  },
}) as Loop

export function modelQuestions(place: Pick<Place, 'aside'>, model: Model): ModelQuestions {
  const runtime = place.aside([question])
  let cost: number | null = 0
  return {
    ask: async (prompt, { temperature, maxOutputTokens }) => {
      const session = await runtime.start(question, prompt, { model, config: { temperature, maxOutputTokens } })
      const { answer, usage, error } = await session.outcome
      cost = cost === null || usage.costUsd === null ? null : cost + usage.costUsd
      if (error) throw new GyreError(error.code as GyreError['code'], error.message)
      return typeof answer === 'string' ? answer : ''
    },
    costUsd: () => cost,
    close: () => runtime.close(),
  }
}
