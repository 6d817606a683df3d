/** What the user's inputs name: files, all files of folders, addresses. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GyreError } from '@gyre/core'
import type { Entry } from '../entry.ts'
import type { IngestItem } from '../ingest-report.ts'
import { faultOf } from '../reading/file-fault.ts'
import type { PathRules } from './path-rules.ts'
import { walkFolder } from './walk-folder.ts'

export type FoundEntries = {
  /** Each source once, in the order of the inputs. */
  readonly entries: readonly Entry[]
  readonly faults: readonly IngestItem[]
  /** Folders of which every file is known. */
  readonly folders: readonly string[]
}

export type FindOptions = {
  readonly rules: PathRules
  readonly signal?: AbortSignal | undefined
  readonly canonicalUrl?: ((url: string) => string) | undefined
  readonly onFound?: ((count: number) => void) | undefined
}

/** Told after each so many, and at the end. */
const foundStep = 200

export async function findEntries(inputs: readonly string[], options: FindOptions): Promise<FoundEntries> {
  const entries = new Map<string, Entry>()
  const [faults, folders]: [IngestItem[], string[]] = [[], []]
  let count = 0
  const onFound = () => {
    count += 1
    if (count % foundStep === 0) options.onFound?.(count)
  }
  for (const input of inputs) {
    options.signal?.throwIfAborted()
    try {
      const entry = entryOf(input, options)
      const isFolder = entry.kind === 'file' && (await stat(entry.source)).isDirectory()
      if (isFolder) {
        const walked = await walkFolder(entry.source, { rules: options.rules, signal: options.signal, onFound })
        for (const source of walked.files) add(entries, { source, kind: 'file', isNamed: false })
        faults.push(...walked.faults)
        if (walked.faults.length === 0) folders.push(entry.source)
      } else {
        add(entries, entry)
        onFound()
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      faults.push({ source: input, status: 'failed', why: faultOf(error) })
    }
  }
  options.onFound?.(entries.size)
  return { entries: [...entries.values()], faults, folders }
}

/** Without its fragment, as the standard writes it. */
export function defaultCanonicalUrl(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

export function isAddress(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

function entryOf(input: string, { canonicalUrl = defaultCanonicalUrl }: FindOptions): Entry {
  if (typeof input !== 'string' || input.trim() === '')
    throw new GyreError('argument-invalid', 'it is empty: give a file, a folder or an http or https address')
  if (isAddress(input)) {
    if (!URL.canParse(input)) throw new GyreError('argument-invalid', 'it is no valid address')
    return { source: canonicalUrl(input), kind: 'url', isNamed: true, address: defaultCanonicalUrl(input) }
  }
  if (/^file:\/\//i.test(input)) return { source: fileURLToPath(input), kind: 'file', isNamed: true }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(input))
    throw new GyreError('argument-invalid', 'only addresses with http and https can be read')
  return { source: resolve(input), kind: 'file', isNamed: true }
}

/** A file that is named, and found in a folder as well, counts as named. */
function add(entries: Map<string, Entry>, entry: Entry): void {
  const known = entries.get(entry.source)
  if (known === undefined || (entry.isNamed && !known.isNamed)) entries.set(entry.source, entry)
}
