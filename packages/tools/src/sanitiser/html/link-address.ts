/** The address of a link, when it leads anywhere. */
const longest = 2000

export function linkAddress(href: string | undefined): string | undefined {
  const address = (href ?? '').replace(/\s/g, '').slice(0, longest)
  if (address === '' || address.startsWith('#')) return undefined
  return /^(?:javascript|data|vbscript|blob|about):/i.test(address) ? undefined : address
}
