/** The versions of something, for people and for programs. */
import type { DocumentVersion, Json } from '@gyre/core'
import type { Io } from '../io.ts'
import { shownMoment } from './amounts.ts'
import { printTable } from './printed-table.ts'

export type VersionList = {
  readonly head: string
  /** What it says in a line. */
  readonly summary: (body: Json) => string
  /** What there is when nothing was saved. */
  readonly none: string
}

/** Prints versions, newest first. */
export function printVersions(io: Io, versions: readonly DocumentVersion<Json>[], list: VersionList): void {
  if (io.output !== 'text') {
    io.printJson(versions.map(({ version, at, current, body }) => ({ version, at, current, body })))
    return
  }
  if (versions.length === 0) {
    io.report(list.none)
    return
  }
  const rows = versions.map(({ version, at, current, body }) => [
    `v${version}`,
    current ? 'current' : '',
    shownMoment(at),
    list.summary(body),
  ])
  printTable(io, [['VERSION', '', 'SAVED', list.head], ...rows])
}
