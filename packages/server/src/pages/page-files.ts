/** The files of the web pages, read once: what is not among them is not there, whatever a path says. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export type PageFile = {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The same in fewer bytes, where that helps. */
  readonly packed: Uint8Array<ArrayBuffer> | undefined
  /** Its name changes whenever it does. */
  readonly isFixed: boolean
}

/** By path, such as `/assets/main-x1y2.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Fonts and pictures are packed as they are. */
const packable: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json'])

const firstPage = '/index.html'

/** Undefined when no pages were built there. */
export async function readPageFiles(folder: string): Promise<PageFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const known = names.filter((name) => extname(name) in types)
  const files = await Promise.all(
    known.map(async (name) => {
      const path = pathOf(folder, name)
      return [path, await readPageFile(name, path.startsWith('/assets/'))] as const
    }),
  )
  const byPath = new Map(files)
  return byPath.has(firstPage) ? byPath : undefined
}

function pathOf(folder: string, name: string): string {
  return `/${relative(folder, name).split(sep).join('/')}`
}

async function readPageFile(name: string, isFixed: boolean): Promise<PageFile> {
  const extension = extname(name)
  const bytes = new Uint8Array(await readFile(name))
  return {
    type: types[extension] ?? '',
    bytes,
    packed: packable.has(extension) ? new Uint8Array(gzipSync(bytes)) : undefined,
    isFixed,
  }
}

/** The views of the page: each is drawn by the page itself, which is the same file for all. */
const views = /^\/(?:$|(?:chat|sessions|inbox|compare|admin|welcome)(?:\/|$))/

/** What a browser that asks for a path is given; undefined when that is no page. */
export function pageFileAt(files: PageFiles, path: string): PageFile | undefined {
  return files.get(views.test(path) ? firstPage : path)
}
