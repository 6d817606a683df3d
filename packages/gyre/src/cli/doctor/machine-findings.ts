/** The machine: Node and the terminal. */
import type { Io } from '../io.ts'
import { type Finding, fault, note, ok } from './finding.ts'

const oldestNode = 24

export function machineFindings(nodeVersion: string, io: Pick<Io, 'out' | 'env' | 'platform'>): readonly Finding[] {
  return [nodeFinding(nodeVersion), terminalFinding(io)]
}

function nodeFinding(version: string): Finding {
  const isOld = Number.parseInt(version, 10) < oldestNode
  return isOld
    ? fault('node', `Node ${version} is too old.`, `Install Node ${oldestNode} or later.`)
    : ok('node', `Node ${version}`)
}

function terminalFinding({ out, env, platform }: Pick<Io, 'out' | 'env' | 'platform'>): Finding {
  if (!out.isTty) return ok('terminal', 'none: lines are plain')
  const said = `${out.width()} columns, ${out.hasColour ? 'colours' : 'no colours'}`
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  if (platform === 'win32' || /utf-?8/i.test(locale)) return ok('terminal', `${said}, Unicode`)
  const named = locale === '' ? 'no locale is set' : `the locale is ${locale}`
  return note('terminal', `${said}; ${named}, so ✓ and … may look odd`, 'Set LANG to a UTF-8 locale, such as C.UTF-8.')
}
