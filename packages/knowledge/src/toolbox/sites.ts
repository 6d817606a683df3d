/** Sites that a search keeps to or leaves out, as people and models write them. */

type Site = { readonly host: string; readonly path: string }

export type Sites = {
  /** What is left of the query. */
  readonly query: string
  /** Whether an address may be found; undefined when all may. */
  readonly allows: ((source: string) => boolean) | undefined
}

/** `site:example.org` and `-site:example.org` in a query; several mean any of them. One beside the query goes before them. */
export function sitesApart(query: string, site: string | undefined): Sites {
  const written = [...query.matchAll(inQuery)].map(([, minus, name = '']) => ({ isLeftOut: minus === '-', name }))
  const named = site ? [site] : written.filter(({ isLeftOut }) => !isLeftOut).map(({ name }) => name)
  const wanted = named.map(siteOf)
  const leftOut = written.filter(({ isLeftOut }) => isLeftOut).map(({ name }) => siteOf(name))
  return {
    query: query.replaceAll(inQuery, ' ').trim(),
    allows:
      wanted.length + leftOut.length === 0
        ? undefined
        : (source) => (wanted.length === 0 || isOfAny(source, wanted)) && !isOfAny(source, leftOut),
  }
}

const inQuery = /(?:^|\s)(?:OR\s+)?(-?)site:(\S+)/gi

/** A host, or an address: with a scheme, with `www.`, with a path and a slash at its end, or without them. */
function siteOf(written: string): Site | undefined {
  const address = written.replaceAll(/^["'(]+|["'),;]+$/g, '').replace(/^(?:https?:\/\/)?(?:\*?\.)?(?:www\.)?/i, '')
  const url = URL.parse(`https://${address}`)
  return url ? { host: url.hostname, path: url.pathname.replace(/\/+$/, '') } : undefined
}

function isOfAny(source: string, sites: readonly (Site | undefined)[]): boolean {
  const url = /^https?:/i.test(source) ? URL.parse(source) : null
  return url !== null && sites.some((site) => site !== undefined && isOf(url, site))
}

function isOf({ hostname, pathname }: URL, { host, path }: Site): boolean {
  if (hostname !== host && !hostname.endsWith(`.${host}`)) return false
  return pathname === path || pathname.startsWith(`${path}/`)
}
