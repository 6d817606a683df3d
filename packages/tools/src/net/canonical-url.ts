/** One spelling for the addresses of one page, so that the same page is known again. */

/** Parameters that say where a reader came from, not which page it is. */
const tracking: ReadonlySet<string> = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'dclid',
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igsh',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'ref_src',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
])

/**
 * Host in small letters, no default port, no user, no fragment, no tracking, the query in order, no
 * slash at the end. What is no http address is given back as it was.
 */
export function canonicalUrl(given: string | URL): string {
  const url = URL.parse(String(given))
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return String(given)
  url.username = ''
  url.password = ''
  url.hash = ''
  url.hostname = url.hostname.replace(/\.+$/, '')
  url.pathname = url.pathname.replace(/\/+$/, '')
  const query = orderedQuery(url.search)
  url.search = query === '' ? '' : `?${query}`
  return url.href
}

/** The pieces stay as they are written: to some servers `a` and `a=` are two things. */
function orderedQuery(search: string): string {
  return search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => ({ piece, name: nameOf(piece) }))
    .filter(({ name }) => !isTracking(name.toLowerCase()))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    .map(({ piece }) => piece)
    .join('&')
}

function nameOf(piece: string): string {
  return new URLSearchParams(piece).keys().next().value ?? ''
}

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || tracking.has(name)
}
