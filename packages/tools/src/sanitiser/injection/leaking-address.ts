/** Links and pictures whose address would carry something private out as soon as they are shown. */
import type { Match } from './match.ts'

const name =
  '(?:system[_ .-]?prompt|conversation|chat[_ -]?history|history|messages?|secrets?|api[_-]?keys?|passwords?|user[_-]?data|memory|context|tokens?|credentials)'
/** A blank that is to be filled in: `{history}`, `<encoded history>`, `$SECRET`. */
const blank = new RegExp(String.raw`[{[<(][\w .-]{0,30}${name}[\w .-]{0,20}[}\]>)]|\$\{?${name}`, 'i')
/** `?q=SYSTEM_PROMPT`. */
const value =
  /=(?:system[_ .-]?prompt|conversation|chat[_ -]?history|user[_-]?data|api[_-]?keys?|passwords?|secrets?)(?:$|&)/i

const longest = 2000
const mostAddresses = 1000

export function leakingAddressesIn(text: string): readonly Match[] {
  const found: Match[] = []
  let at = text.indexOf('](http')
  for (let count = 0; at >= 0 && count < mostAddresses; count++) {
    const address = /^[^\s)]*/.exec(text.slice(at + 2, at + 2 + longest))?.[0] ?? ''
    const end = at + 2 + address.length
    if (leaks(address)) found.push({ rule: 'exfiltration', isStrong: true, start: text.lastIndexOf('[', at), end })
    at = text.indexOf('](http', at + 2)
  }
  return found
}

function leaks(address: string): boolean {
  const query = /[?#].*/.exec(address)?.[0]
  if (query === undefined) return false
  const plain = query.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return blank.test(plain) || value.test(plain)
}
