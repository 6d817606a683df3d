/** What can be said about an address before any name is asked for. */
import { isIP } from 'node:net'
import { badPorts } from './bad-ports.ts'
import { type HostPermissions, type Place, placeOf, withoutLastDot } from './host-permissions.ts'
import { refused, refusedName } from './refusal.ts'

/** Names under which clouds hand out credentials. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Endings that the public tree of names does not have. */
const localEndings = /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/

/** The address, read; or a refusal that says which rule it breaks. */
export function fetchableUrl(given: string | URL, permissions: HostPermissions): URL {
  const url = readUrl(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = shortened(url.protocol)
    throw refused('scheme', `\`${scheme}\` addresses are refused: only \`http:\` and \`https:\` are fetched.`)
  }
  const place = placeOf(url)
  const { host, port } = place
  if (url.username !== '' || url.password !== '') {
    const message = `The address of \`${host}\` carries a user name or a password, which is refused: leave them out.`
    throw refused('credentials', message, { host })
  }
  if (badPorts.has(port)) {
    const message = `Port ${port} of \`${host}\` is refused: it belongs to another protocol than HTTP. No setting allows it.`
    throw refused('port', message, { host })
  }
  refuseLocalNames(place, permissions)
  return url
}

/** Read as browsers do, who know every spelling of a host. */
export function readUrl(given: string | URL): URL {
  const url = URL.parse(String(given))
  if (url === null) {
    const message = `\`${shortened(String(given))}\` is not an address: write it whole, such as \`https://example.com/page\`.`
    throw refused('address', message)
  }
  return url
}

/** Text of a model or a page goes into a message: not a whole one. */
function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** The addresses are checked as well. This spares the question, and covers public addresses inside a network. */
function refuseLocalNames(place: Place, permissions: HostPermissions): void {
  const { host } = place
  if (isIP(host) !== 0) return
  const name = withoutLastDot(host)
  if (metadataNames.has(name)) throw refusedName('metadata', host)
  if (name === 'localhost' || name.endsWith('.localhost')) {
    if (!permissions.lifts('loopback', place)) throw refusedName('loopback', host)
  } else if ((!name.includes('.') || localEndings.test(name)) && !permissions.isNamed(place)) {
    throw refusedName('local-name', host)
  }
}
