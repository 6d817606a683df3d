/** What every store says when it refuses: the same codes and words. */
import { type CatalogEntry, type Fact, GyreError, type NewCatalogEntry } from '@gyre/core'

export function leaseLost(session: string): GyreError {
  return new GyreError('lease-lost', `Another worker took session \`${session}\` over.`, { session })
}

export function sessionKnown(id: string): GyreError {
  return new GyreError('store-failed', `There is a session \`${id}\` already.`, { session: id })
}

export function sessionUnknown(id: string): GyreError {
  return new GyreError('session-unknown', `There is no session \`${id}\`.`, { session: id })
}

/** Why an intervention is rejected that nobody had seen when its session ended. */
export const cameTooLate = 'session-ended' satisfies GyreError['code']

export function sessionEnded(id: string): GyreError {
  return new GyreError('session-ended', `Session \`${id}\` has ended.`, { session: id })
}

export function versionUnknown({ kind, name, version }: Pick<CatalogEntry, 'kind' | 'name' | 'version'>): GyreError {
  return new GyreError('version-unknown', `The ${kind} \`${name}\` has no version ${version}.`, { name })
}

/** Somebody saved meanwhile what would be saved over unseen. */
export function refuseUnexpected({ kind, name, expected }: NewCatalogEntry, current: number | undefined): void {
  if (expected === undefined || expected === (current ?? null)) return
  const there = current === undefined ? 'has no version' : `has the version ${current}`
  const message = `The ${kind} \`${name}\` ${there} now, where ${expected ?? 'none'} was expected.`
  throw new GyreError('version-conflict', message, { name, current: current ?? 0, expected: expected ?? 0 })
}

export function chunkKnown(id: string): GyreError {
  return new GyreError('store-failed', `There is a chunk \`${id}\` already.`, { chunk: id })
}

/** A caller that numbers its facts wrongly is a bug of this program, not something its user can mend. */
export function checkNumbering(session: string, last: number, facts: readonly Fact[]): void {
  let seq = last
  for (const fact of facts) {
    if (fact.seq !== ++seq) throw new Error(`Fact ${fact.seq} of ${session} came where ${seq} was due.`)
  }
}
