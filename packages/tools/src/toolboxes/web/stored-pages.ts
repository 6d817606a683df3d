/** Pages that are read already: given from there, in place of the network. */
import { GyreError } from '@gyre/core'
import { canonicalUrl } from '../../net/canonical-url.ts'

/** A page as it was read. */
export type StoredPage = {
  readonly text: string
  readonly title?: string
  readonly publishedAt?: string
  /** What a reader should know of it. */
  readonly remarks?: readonly string[]
}

/** Of those this owner may read; undefined for an address that is not there. */
export type StoredPages = (url: string, owner?: string) => Promise<StoredPage | undefined>

/** A file of this machine is given from there or not at all: no address makes a tool look at the disk. */
export async function fromStored(url: string, owner: string, stored: StoredPages): Promise<StoredPage | undefined> {
  const canonical = canonicalUrl(url)
  const page = (await stored(url, owner)) ?? (canonical === url ? undefined : await stored(canonical, owner))
  if (page === undefined && isFile(url)) {
    const message = `${url} is not in the index: files are read only from there.`
    throw new GyreError('address-refused', message, { url })
  }
  return page
}

function isFile(url: string): boolean {
  return URL.parse(url)?.protocol === 'file:'
}
