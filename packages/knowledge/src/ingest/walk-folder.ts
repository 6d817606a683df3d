/** Finds the files of a folder, and of all below it. */
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { faultOf } from './file-fault.ts'
import { GitIgnore } from './git-ignore.ts'
import type { IngestItem } from './ingest-report.ts'
import { isPassedOver } from './passed-over.ts'
import type { PathRules } from './path-rules.ts'

export type Walked = {
  /** Absolute, sorted. */
  readonly files: readonly string[]
  /** Folders that could not be looked into. */
  readonly faults: readonly IngestItem[]
}

export type WalkOptions = {
  readonly rules: PathRules
  readonly signal?: AbortSignal | undefined
  readonly onFound: () => void
}

/** The names from the root down, and the ignore rules that hold there. */
type Place = { readonly names: readonly string[]; readonly ignore: GitIgnore }

/** More than anybody writes: the file is read whole. */
const longestIgnoreFile = 256 * 1024

export async function walkFolder(root: string, options: WalkOptions): Promise<Walked> {
  return new Walk(root, options).run()
}

class Walk {
  readonly #root: string
  readonly #options: WalkOptions
  readonly #files = new Set<string>()
  readonly #faults: IngestItem[] = []
  /** Where files and folders really are: each is taken once. */
  readonly #seen = new Set<string>()
  /** Looked at last: what they point to is better known by its own name. */
  readonly #links: Place[] = []
  #realRoot = ''

  constructor(root: string, options: WalkOptions) {
    this.#root = root
    this.#options = options
  }

  async run(): Promise<Walked> {
    try {
      this.#realRoot = await realpath(this.#root)
      await this.#folder({ names: [], ignore: new GitIgnore() })
      for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) await this.#follow(link)
    } catch (error) {
      this.#options.signal?.throwIfAborted()
      this.#faults.push({ source: this.#root, status: 'failed', why: faultOf(error) })
    }
    return { files: [...this.#files].sort(), faults: this.#faults }
  }

  async #folder({ names, ignore: above }: Place): Promise<void> {
    this.#options.signal?.throwIfAborted()
    const path = join(this.#root, ...names)
    let entries: readonly Dirent[]
    try {
      const real = await realpath(path)
      if (this.#seen.has(real)) return
      this.#seen.add(real)
      entries = await readdir(path, { withFileTypes: true })
    } catch (error) {
      this.#faults.push({ source: path, status: 'failed', why: faultOf(error) })
      return
    }
    const own = names.at(-1)
    const text = await ignoreTextOf(path, entries)
    const ignore = new GitIgnore(text, own === undefined ? undefined : { rules: above, name: own })
    const beside = entries.map(({ name }) => name)
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isPassedOver(entry.name, entry.isDirectory(), beside)) continue
      await this.#entry(entry, { names: [...names, entry.name], ignore })
    }
  }

  async #entry(entry: Dirent, place: Place): Promise<void> {
    if (entry.isSymbolicLink()) {
      this.#links.push(place)
    } else if (entry.isDirectory()) {
      if (this.#wants(place, true)) await this.#folder(place)
    } else if (this.#wants(place, false)) {
      this.#files.add(join(this.#root, ...place.names))
      this.#options.onFound()
    }
  }

  /** Links that lead out of the folder, nowhere, or to what was seen already are left alone. */
  async #follow(place: Place): Promise<void> {
    const path = join(this.#root, ...place.names)
    try {
      const target = await realpath(path)
      if (!target.startsWith(this.#realRoot + sep) || this.#seen.has(target)) return
      const isFolder = (await stat(target)).isDirectory()
      if (!this.#wants(place, isFolder) || this.#files.has(this.#walkedPath(target))) return
      if (isFolder) return await this.#folder(place)
      this.#seen.add(target)
      this.#files.add(path)
      this.#options.onFound()
    } catch {
      this.#options.signal?.throwIfAborted()
    }
  }

  #walkedPath(target: string): string {
    return join(this.#root, target.slice(this.#realRoot.length))
  }

  #wants({ names, ignore }: Place, isFolder: boolean): boolean {
    if (ignore.ignores(names.slice(-1), isFolder)) return false
    const path = names.join('/')
    return isFolder ? this.#options.rules.wantsFolder(path) : this.#options.rules.wantsFile(path)
  }
}

async function ignoreTextOf(folder: string, entries: readonly Dirent[]): Promise<string> {
  const entry = entries.find(({ name }) => name === '.gitignore')
  if (!entry?.isFile()) return ''
  const path = join(folder, entry.name)
  try {
    const { size } = await lstat(path)
    return size > longestIgnoreFile ? '' : await readFile(path, 'utf8')
  } catch {
    // Then nothing is ignored: rather too much is read than too little.
    return ''
  }
}
