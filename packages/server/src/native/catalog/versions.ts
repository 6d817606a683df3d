/** Versions of documents: shown, compared, and not saved over unseen. */
import { type DocumentVersion, GyreError, type Json } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { createTwoFilesPatch, formatPatch } from 'diff'
import { anything, list, mayHave, time } from '../operation.ts'

const versionSchema = z.object({
  version: z.int(),
  at: time,
  current: z.boolean().describe('Whether it is the one in use.'),
  body: anything,
})

export const versionsSchema = z.object({ versions: list(versionSchema) }).describe('Newest first.')

export function shownVersions(versions: readonly DocumentVersion<Json>[]): z.output<typeof versionsSchema> {
  return {
    versions: versions.map(({ version, at, current, body }) => ({
      version,
      at: new Date(at).toISOString(),
      current,
      body,
    })),
  }
}

export const rollBackBody = z
  .strictObject({ version: z.int().min(1).optional().describe('The version before the current one when left out.') })
  .openapi('RollBack')

export const mayHaveIfMatch = mayHave(
  'if-match',
  'The `etag` of what was read: saved only when nobody saved meanwhile.',
)

/** The `etag` of a version; 0 where none was saved. */
export function etagOf(version: number | null): string {
  return `"${version ?? 0}"`
}

/**
 * The version that must still be the current one when another is saved; undefined for any. Fails with
 * `version-conflict` when another is current already than the one that was read.
 */
export function expectedVersion(ifMatch: string | undefined, current: number | null): number | null | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.some((tag) => tag === etagOf(current) || tag === String(current ?? 0))) return current
  const message = `Version ${current ?? 0} is current, not ${ifMatch}.`
  throw new GyreError('version-conflict', message, { current: current ?? 0, ifMatch })
}

/** So many characters a document may have that is saved over HTTP: versions are kept, listed and compared. */
export const longestDocument = 200_000

export const diffQuery = z.object({
  from: z.coerce.number().int().min(0).optional().describe('The version before `to` when left out.'),
  to: z.coerce.number().int().min(0).optional().describe('The current version when left out.'),
})

export const diffSchema = z
  .object({
    from: z.int(),
    to: z.int(),
    diff: z.string().describe('A unified diff; no hunks when they are equal.'),
    isWhole: z
      .boolean()
      .describe('Whether the whole text is shown as replaced: too much of it to compare line by line.'),
  })
  .openapi('Diff')

type Texts = {
  readonly name: string
  readonly versions: readonly DocumentVersion<Json>[]
  /** The text of a version; of version 0, where nothing was saved. */
  readonly text: (version: DocumentVersion<Json> | undefined) => string
}

/** What two versions differ in. */
export function diffOf(
  { name, versions, text }: Texts,
  asked: z.output<typeof diffQuery>,
): z.output<typeof diffSchema> {
  const to = asked.to ?? versions.find(({ current }) => current)?.version ?? 0
  const from = asked.from ?? versions.find(({ version }) => version < to)?.version ?? 0
  const textOf = (wanted: number) => text(wanted === 0 ? undefined : known(name, versions, wanted))
  const [old, now] = [textOf(from), textOf(to)] as const
  const names = [`${name} v${from}`, `${name} v${to}`] as const
  const isShort = linesOf(old).length <= mostLines && linesOf(now).length <= mostLines
  const diff = isShort ? createTwoFilesPatch(...names, old, now, '', '', { maxEditLength: mostEdits }) : undefined
  return { from, to, diff: diff ?? wholeDiff(names, old, now), isWhole: diff === undefined }
}

/** Nobody else is served while two texts are compared: more lines than these, or more that differ, take too long. */
const mostLines = 5000
const mostEdits = 1000

/** All that was removed, all that is there now added. */
function wholeDiff([oldFileName, newFileName]: readonly [string, string], old: string, now: string): string {
  const [removed, added] = [linesOf(old), linesOf(now)]
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)]
  const hunk = { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines }
  const hunks = old === now ? [] : [hunk]
  return formatPatch({ oldFileName, newFileName, oldHeader: '', newHeader: '', hunks })
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function known(name: string, versions: readonly DocumentVersion<Json>[], wanted: number): DocumentVersion<Json> {
  const found = versions.find(({ version }) => version === wanted)
  if (found) return found
  const there = versions.map(({ version }) => version)
  throw new GyreError('version-unknown', `\`${name}\` has no version ${wanted}.`, { name, known: there })
}
