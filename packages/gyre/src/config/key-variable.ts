/** `GYRE_KEY`: a passphrase, or several when it was changed over time. What was written is never told. */
import type { Issue } from '@gyre/core'

/** No passphrase is likely to hold it, and no line of a key file can. */
const separator = '||'

/** The last one signs, the others still verify. */
export function keysIn(variable: string): readonly string[] {
  return variable.split(separator)
}

/** What could be read in more than one way is refused: a wrong key would be noticed much later. */
export function keyIssues(variable: string): readonly Issue[] {
  const keys = keysIn(variable)
  const told = (message: string): readonly Issue[] => [{ path: ['GYRE_KEY'], message }]
  if (/[\r\n]/.test(variable)) return told('it has several lines; write several keys as OLD||NEW')
  if (keys.length > 1 && keys.some((key) => key === '' || key.startsWith('|') || key.endsWith('|')))
    return told('`||` stands between two keys, each of which has no `|` beside it and is not empty: OLD||NEW')
  if (keys.some((key) => key !== key.trim())) return told('no space stands beside `||`: OLD||NEW')
  if (keys.some((key) => key.startsWith('key:') && !/^key:[\w-]{43}$/.test(key)))
    return told('behind `key:` stands a line of a file `key`, which has 43 characters')
  return []
}
