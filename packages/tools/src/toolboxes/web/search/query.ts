/** Queries as providers take them: most set a limit to their length. */

/** A query of at most so many characters and words, cut between words. */
export function fittedQuery(query: string, { chars, words }: { chars: number; words?: number }): string {
  const all = query.trim().split(/\s+/)
  const few = words === undefined ? all : all.slice(0, words)
  let fitted = few.join(' ')
  if (fitted.length <= chars) return fitted
  fitted = fitted.slice(0, chars + 1)
  const lastSpace = fitted.lastIndexOf(' ')
  return lastSpace > 0 ? fitted.slice(0, lastSpace) : fitted.slice(0, chars)
}

/** For providers that understand the operator. */
export function withSite(query: string, site: string | undefined): string {
  return site === undefined ? query : `site:${site} ${query}`
}

/** A `site:` that somebody wrote into the query, for providers that take hosts apart from it. */
export function siteApart(query: string, site: string | undefined): { query: string; site: string | undefined } {
  const written = /(?:^|\s)site:(\S+)/i.exec(query)
  if (!written) return { query, site }
  return { query: query.replace(written[0], ' ').trim() || (written[1] ?? ''), site: site ?? written[1] }
}
