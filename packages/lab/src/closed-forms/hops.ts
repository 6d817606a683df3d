/** Facts that have to be found one after the other. */
import { binomialAt, binomialTail } from '../statistics/binomial.ts'

/** A turn of `react` brings the next fact: the step is right and the reply can be read. */
export function turnSuccess({ p, r }: { readonly p: number; readonly r: number }): number {
  return (1 - p) * (1 - r)
}

export type Turns = {
  /** A turn brings the next fact; one that does not shows that it did not. */
  readonly s: number
  readonly hops: number
  readonly turns: number
}

/** `react` has all facts within its turns. */
export function hopsWithinTurns({ s, hops, turns }: Turns): number {
  let success = 0
  // The last fact comes in turn i, the others in any turns before it.
  for (let i = Math.max(1, hops); i <= turns; i += 1) success += binomialAt(hops - 1, i - 1, s) * s
  return hops === 0 ? 1 : success
}

/** `react` with turns that look, and one call that answers. */
export function hopsCalls({ s, hops, turns }: Turns): number {
  let looking = 0
  for (let turn = 0; turn < turns; turn += 1) looking += 1 - binomialTail(hops, turn, s)
  return looking + 1
}

export type Memory = {
  /** A fact is known. */
  readonly g: number
  readonly hops: number
}

/**
 * Answered from memory in one go: all facts are known, and they are put together.
 * One fact needs no putting together.
 */
export function memorySuccess({ g, hops, kappa }: Memory & { readonly kappa: number }): number {
  return hops <= 1 ? g ** hops : g ** hops * (1 - kappa)
}

/** `self-ask` without tools: asked one by one, facts that are known are put together. */
export function selfAskSuccess({ g, hops }: Memory): number {
  return g ** hops
}

/** `self-ask` with a search that finds a fact with chance `s`. */
export function selfAskSearchSuccess({ s, hops }: Pick<Turns, 's' | 'hops'>): number {
  return s ** hops
}
