/** Paths as models write them: relative to the root, with `/`, every character taken literally. */
import { pathRefused } from './path-refused.ts'

const longestPath = 4096
const longestName = 255

type Rule = { readonly why: string; refuses(path: string): boolean }

const rules: readonly Rule[] = [
  { why: 'is empty', refuses: (path) => path === '' },
  { why: 'is too long', refuses: (path) => path.length > longestPath },
  { why: 'is not well-formed text', refuses: (path) => !path.isWellFormed() },
  { why: 'holds a control character', refuses: (path) => /\p{Cc}/u.test(path) },
  { why: 'is absolute', refuses: (path) => path.startsWith('/') },
  { why: 'begins with a drive', refuses: (path) => /^[a-z]:/i.test(path) },
  { why: 'holds a backslash (write `/` between folders)', refuses: (path) => path.includes('\\') },
  { why: 'is an address', refuses: (path) => /^(file:|[a-z][a-z\d+.-]*:\/\/)/i.test(path) },
  { why: 'begins with `~`, which stands for no folder here', refuses: (path) => /^~[\w-]*(\/|$)/.test(path) },
]

// Windows drops dots and spaces at the end of a name, so that two names are one file. Refused everywhere: a path that
// works on one machine works on the others.
const nameRules: readonly Rule[] = [
  { why: 'has a name that ends in a dot or a space', refuses: (name) => /[. ]$/.test(name) },
  { why: 'has a name that is too long', refuses: (name) => Buffer.byteLength(name) > longestName },
]

const windowsNameRules: readonly Rule[] = [
  { why: 'has a name with one of `: * ? " < > |`', refuses: (name) => /[:*?"<>|]/.test(name) },
  { why: 'has a short name such as `GIT~1`', refuses: (name) => /~\d/.test(name) },
  { why: 'names a device', refuses: (name) => /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(name) },
]

/** The names a path leads through, from the root; none for the root itself. */
export function readPath(path: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  const rule = rules.find((each) => each.refuses(path))
  if (rule) throw pathRefused(path, rule.why)
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(checkedName(name, path, platform))
    else if (names.pop() === undefined) throw pathRefused(path, 'leads out of the root')
  }
  return names
}

function checkedName(name: string, path: string, platform: NodeJS.Platform): string {
  const wrong = platform === 'win32' ? [...nameRules, ...windowsNameRules] : nameRules
  const rule = wrong.find((each) => each.refuses(name))
  if (rule) throw pathRefused(path, rule.why)
  return name
}
