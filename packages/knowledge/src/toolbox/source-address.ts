/** Sources of documents as addresses, and back: a file is a path in the index and a `file:` address to others. */
import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Shelf } from '../ports.ts'

export function addressOfSource(source: string): string {
  return isAbsolute(source) ? pathToFileURL(source).href : source
}

/** Sources that an address can mean, likeliest first. They were added under their canonical form, where there is one. */
export function sourcesOfAddress(address: string, canonicalUrl?: Shelf['canonicalUrl']): readonly string[] {
  const url = URL.parse(address)
  if (url === null) return [address]
  if (url.protocol === 'file:') return pathOf(url)
  url.hash = ''
  const canonical = canonicalUrl ? [canonicalUrl(address)] : []
  return [...new Set([address, ...canonical, url.href, url.href.replace(/\/$/, '')])]
}

/** None for files of other machines and names that no file can have. */
function pathOf(url: URL): readonly string[] {
  try {
    return [fileURLToPath(url)]
  } catch {
    return []
  }
}
