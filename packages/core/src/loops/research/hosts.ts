/** Whose voice an address is, and whether it may be read. */
import { matchesGlob } from '../../glob.ts'

/** The host of a page. A document that is of no host speaks for itself. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/^www\./, '') : url
}

export type HostRules = { readonly allow: readonly string[]; readonly deny: readonly string[] }

/** What is denied is denied, whatever is allowed. Only hosts are allowed one by one: a document of the knowledge base has none. */
export function mayRead(url: string, { allow, deny }: HostRules): boolean {
  const host = hostOf(url)
  return (
    !deny.some((pattern) => isMeant(pattern, host)) &&
    (allow.length === 0 || host === url || allow.some((each) => isMeant(each, host)))
  )
}

/** `example.org` means its subdomains, too. */
function isMeant(pattern: string, host: string): boolean {
  const plain = pattern.toLowerCase().replace(/^www\./, '')
  const name = host.toLowerCase()
  return matchesGlob(plain, name) || name.endsWith(`.${plain}`)
}

/** The only host that may be read: a search engine can be told so. */
export function onlySite({ allow }: HostRules): string | undefined {
  const [only, ...others] = allow
  return only !== undefined && others.length === 0 && /^[\w-]+(\.[\w-]+)+$/.test(only) ? only : undefined
}
