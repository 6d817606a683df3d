/** The public API: every entry with the symbols it exports. */
import ts from 'typescript'
import { type Compiler, compilerOf } from './compiler.ts'
import { declarationText, kindOf } from './declaration-text.ts'
import { type Entry, entries } from './entries.ts'
import type { PublicSymbol } from './public-symbol.ts'
import { fileOf, idOf, originOf, usesOf } from './uses.ts'

export type ApiEntry = Entry & {
  /** What the comment at the head of its file says. */
  readonly doc: string
  readonly symbols: readonly PublicSymbol[]
}

export function publicApi(): readonly ApiEntry[] {
  const compiler = compilerOf(entries)
  return entries.map((entry) => {
    const source = compiler.sourceOf(entry.file)
    const module = compiler.checker.getSymbolAtLocation(source)
    const exported = module ? compiler.checker.getExportsOfModule(module) : []
    const symbols = exported.map((symbol) => publicSymbol(symbol, compiler))
    return { ...entry, doc: headOf(source.text), symbols: symbols.toSorted(byName) }
  })
}

const byName = (a: PublicSymbol, b: PublicSymbol) =>
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }) || (a.name < b.name ? -1 : 1)

function publicSymbol(exported: ts.Symbol, { checker, declarationsOf }: Compiler): PublicSymbol {
  const symbol = originOf(exported, checker)
  const [declared] = symbol.declarations ?? []
  if (!declared) throw new Error(`${exported.name} is exported and declared nowhere.`)
  const source = declared.getSourceFile()
  const file = fileOf(declared)
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  if (library !== undefined && ts.isSourceFile(declared)) return wholeLibrary(exported.name, library, file)
  const { full, short } = declarationText(symbol.name, source, () => declarationsOf(source))
  return {
    name: exported.name,
    kind: kindOf(symbol),
    doc:
      library === undefined ? ts.displayPartsToString(symbol.getDocumentationComment(checker)) : `Of \`${library}\`.`,
    declaration: full,
    shown: short,
    file,
    id: idOf(symbol, declared),
    uses: [...usesOf(declared, symbol, checker)],
  }
}

/** A library under a name: it has a reference of its own. */
function wholeLibrary(name: string, library: string, file: string): PublicSymbol {
  const shown = `import { ${name} } from '${library}'`
  return {
    name,
    kind: 'const',
    doc: `All of \`${library}\`.`,
    declaration: shown,
    shown,
    file,
    id: `${file} ${name}`,
    uses: [],
  }
}

function headOf(text: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  return comment.replaceAll(/^\s*\* ?/gm, '').trim()
}
