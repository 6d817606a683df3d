/** The sources of all entries, as the compiler knows them. TypeScript 7 has no such interface; this is the one before it. */
import { join } from 'node:path'
import ts from 'typescript'
import { type Entry, root } from './entries.ts'

export type Compiler = {
  readonly checker: ts.TypeChecker
  sourceOf(file: string): ts.SourceFile
  /** What the compiler would publish of a source: types spelled out, no bodies. */
  declarationsOf(source: ts.SourceFile): ts.SourceFile
}

export function compilerOf(entries: readonly Entry[]): Compiler {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram(
    entries.map(({ file }) => join(root, file)),
    { ...options, composite: false, declaration: true, declarationMap: false, noEmit: false, types: ['node'] },
  )
  const published = new Map<ts.SourceFile, ts.SourceFile>()
  return {
    checker: program.getTypeChecker(),
    sourceOf(file) {
      const source = program.getSourceFile(join(root, file))
      if (!source) throw new Error(`The compiler does not know ${file}.`)
      return source
    },
    declarationsOf(source) {
      const known = published.get(source)
      if (known) return known
      let text = ''
      program.emit(source, (_, written) => {
        text = written
      })
      const parsed = ts.createSourceFile('published.d.ts', text, ts.ScriptTarget.ESNext, true)
      published.set(source, parsed)
      return parsed
    },
  }
}
