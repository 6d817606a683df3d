/** Whose voice an address is, and whether it may be read. */
import { matchesGlob } from '../../glob.ts'

/** The host of a page. A document that is of no host speaks for itself. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? plainHost(parsed.hostname) : url
}

/** `www.example.org.` is `example.org`. */
function plainHost(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '')
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

/** A host as people write it: with a scheme, a port or a slash behind it. */
const writtenHost = /^(?:https?:\/\/)?(?<host>[^/:@?#\s]+|\[[^\]\s]+\])(?::\d+)?\/?$/i

/** Whether an entry of the settings names a host, or a document of the knowledge base. An address is of one page, and none is told from another here. */
export function isHostPattern(entry: string): boolean {
  return writtenHost.test(entry) || !/^[a-z][a-z\d+.-]*:/i.test(entry)
}

/** As hosts of pages are written: small letters, nothing around it. What is no host, such as the path of a document, stays. */
function patternOf(entry: string): string {
  const host = writtenHost.exec(entry)?.groups?.['host']
  return host === undefined
    ? entry.toLowerCase()
    : plainHost(URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase())
}

/** `example.org` means its subdomains, too. */
function isMeant(pattern: string, host: string): boolean {
  const plain = patternOf(pattern)
  const name = host.toLowerCase()
  return matchesGlob(plain, name) || name.endsWith(`.${plain}`)
}

/** The only host that may be read: a search engine can be told so. */
export function onlySite({ allow }: HostRules): string | undefined {
  const [only, ...others] = allow.map(patternOf)
  return only !== undefined && others.length === 0 && /^[\w-]+(\.[\w-]+)+$/.test(only) ? only : undefined
}
