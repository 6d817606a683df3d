/** Libraries that Gyre loads when they are first needed: which are not there, and what for they would be. */
import { toolboxLibraries } from '@gyre/tools'
import { otelPackages } from '../../telemetry/otel-libraries.ts'
import { type Finding, note, ok } from './finding.ts'

type Use = {
  readonly what: string
  readonly libraries: readonly string[]
  /** The package that loads them. */
  readonly by: string
}

const tools = '@gyre/tools'
const stores = '@gyre/stores'
const gyre = 'gyre'

const uses: readonly Use[] = [
  { what: 'calculating', libraries: toolboxLibraries.math, by: tools },
  { what: 'dates and holidays', libraries: toolboxLibraries.calendar, by: tools },
  { what: 'reading web pages', libraries: toolboxLibraries.web, by: tools },
  { what: 'reading PDF', libraries: toolboxLibraries.pdf, by: tools },
  { what: 'MCP servers', libraries: toolboxLibraries.mcp, by: tools },
  { what: '`gyre serve`', libraries: ['@gyre/server'], by: gyre },
  { what: 'the web page', libraries: ['@gyre/web'], by: gyre },
  { what: 'PostgreSQL', libraries: ['pg', 'pg-boss'], by: stores },
  { what: 'Valkey', libraries: ['iovalkey'], by: stores },
  { what: 'searching vectors fast', libraries: ['sqlite-vec'], by: stores },
  { what: 'OpenTelemetry', libraries: otelPackages, by: gyre },
]

export function libraryFinding(isInstalled: (library: string, by: string) => boolean): Finding {
  const missing = uses.flatMap(({ what, libraries, by }) => {
    const absent = libraries.filter((library) => !isInstalled(library, by))
    return absent.length === 0 ? [] : [{ what, absent }]
  })
  if (missing.length === 0) return ok('libraries', 'all that may be used are installed')
  const said = missing.map(({ what, absent }) => `${what} (${absent.join(', ')})`)
  const all = [...new Set(missing.flatMap(({ absent }) => absent))]
  return note(
    'libraries',
    `Not installed, and only needed for: ${said.join('; ')}.`,
    `Install those you want, or all: npm install ${all.join(' ')}`,
  )
}
