/** Versions of documents: shown, compared, and not saved over unseen. */
import { type DocumentVersion, GyreError, type Json } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { createTwoFilesPatch } from 'diff'
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

/** Fails with `version-conflict` when another version is current than the one that was read. */
export function requireVersion(ifMatch: string | undefined, current: number | null): void {
  if (ifMatch === undefined || ifMatch === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.some((tag) => tag === etagOf(current) || tag === String(current ?? 0))) return
  const message = `Version ${current ?? 0} is current, not ${ifMatch}.`
  throw new GyreError('version-conflict', message, { current: current ?? 0, ifMatch })
}

export const diffQuery = z.object({
  from: z.coerce.number().int().min(0).optional().describe('The version before `to` when left out.'),
  to: z.coerce.number().int().min(0).optional().describe('The current version when left out.'),
})

export const diffSchema = z
  .object({ from: z.int(), to: z.int(), diff: z.string().describe('A unified diff; no hunks when they are equal.') })
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
  const diff = createTwoFilesPatch(`${name} v${from}`, `${name} v${to}`, textOf(from), textOf(to), '', '')
  return { from, to, diff }
}

function known(name: string, versions: readonly DocumentVersion<Json>[], wanted: number): DocumentVersion<Json> {
  const found = versions.find(({ version }) => version === wanted)
  if (found) return found
  const there = versions.map(({ version }) => version)
  throw new GyreError('version-unknown', `\`${name}\` has no version ${wanted}.`, { name, known: there })
}
