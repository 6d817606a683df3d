/** Finds the files of a folder, and of all below it. */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { IngestItem } from '../ingest-report.ts'
import { faultOf } from '../reading/file-fault.ts'
import { GitIgnore, type RulesAbove } from './git-ignore.ts'
import { ignoreTextOf, rulesAbove } from './ignore-files.ts'
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

/** What is in a folder, and the ignore rules that hold there. */
type Level = { readonly beside: readonly string[]; readonly ignore: GitIgnore }

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
  /** Folders on the way to where links lead. */
  readonly #levels = new Map<string, Level>()
  #realRoot = ''
  #above: RulesAbove | undefined

  constructor(root: string, options: WalkOptions) {
    this.#root = root
    this.#options = options
  }

  async run(): Promise<Walked> {
    try {
      this.#realRoot = await realpath(this.#root)
      this.#above = await rulesAbove(this.#realRoot)
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
    const text = await ignoreTextOf(path)
    const ignore = new GitIgnore(text, own === undefined ? this.#above : { rules: above, name: own })
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

  /** Links that lead out of the folder, nowhere, to what was seen already or is not to be read are left alone. */
  async #follow(place: Place): Promise<void> {
    const path = join(this.#root, ...place.names)
    try {
      const target = await realpath(path)
      if (!target.startsWith(this.#realRoot + sep) || this.#seen.has(target)) return
      const isFolder = (await stat(target)).isDirectory()
      if (!this.#wants(place, isFolder) || this.#files.has(this.#walkedPath(target))) return
      if (await this.#isShut(target.slice(this.#realRoot.length + 1).split(sep), isFolder)) return
      if (isFolder) return await this.#folder(place)
      this.#seen.add(target)
      this.#files.add(path)
      this.#options.onFound()
    } catch {
      this.#options.signal?.throwIfAborted()
    }
  }

  /** Whether a name on the way is passed over, ignored or excluded: a link opens nothing. */
  async #isShut(names: readonly string[], isFolder: boolean): Promise<boolean> {
    let above = this.#above
    for (const [at, name] of names.entries()) {
      const { beside, ignore } = await this.#level(names.slice(0, at), above)
      const isFolderHere = isFolder || at < names.length - 1
      if (isPassedOver(name, isFolderHere, beside) || ignore.ignores([name], isFolderHere)) return true
      if (!this.#options.rules.wantsFolder(names.slice(0, at + 1).join('/'))) return true
      above = { rules: ignore, name }
    }
    return false
  }

  async #level(names: readonly string[], above: RulesAbove | undefined): Promise<Level> {
    const path = join(this.#realRoot, ...names)
    const known = this.#levels.get(path)
    if (known) return known
    const level = { beside: await readdir(path), ignore: new GitIgnore(await ignoreTextOf(path), above) }
    this.#levels.set(path, level)
    return level
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
