/** What somebody wants of a fork, as it is typed, and what the server is asked for. */
import type { ForkBody } from '../api/forks.ts'

export type ForkWish = {
  readonly steer: string
  readonly model: string
  readonly persona: string
  readonly modelCalls: string
}

export const noWish: ForkWish = { steer: '', model: '', persona: '', modelCalls: '' }

/** What is left empty stays as it was. */
export function forkBody(at: number, { steer, model, persona, modelCalls }: ForkWish): ForkBody {
  const calls = Number(modelCalls)
  return {
    at,
    ...(steer.trim() !== '' && { steer: steer.trim() }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(persona !== '' && { persona }),
    ...(modelCalls.trim() !== '' && Number.isInteger(calls) && calls > 0 && { budget: { modelCalls: calls } }),
  }
}
