/** A declaration as people read it: without bodies and private members. */
import ts from 'typescript'

/** In characters. What the compiler found out of a schema or a table is longer than the code that makes it. */
const longestArguments = 160
const longestType = 1500

type Named = ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration

const isNamed = (statement: ts.Statement): statement is Named =>
  ts.isFunctionDeclaration(statement) ||
  ts.isClassDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement)

/** The statements of a file that declare a name; more than one where a function is overloaded. */
function statementsOf(source: ts.SourceFile, name: string): readonly (Named | ts.VariableDeclaration)[] {
  return source.statements.flatMap((statement): readonly (Named | ts.VariableDeclaration)[] => {
    if (isNamed(statement)) return statement.name?.text === name ? [statement] : []
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.filter((declared) => declared.name.getText(source) === name)
  })
}

type Text = {
  readonly full: string
  /** Without types that are longer than what they say. */
  readonly short: string
}

/** How a declaration reads. `publish` gives what the compiler would publish of the same file, and takes its time. */
export function declarationText(name: string, source: ts.SourceFile, publish: () => ts.SourceFile): Text {
  const written = statementsOf(source, name)
  // A type is published as it was written, but for the layout, which is better as it was written.
  const isType = written.every((each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each))
  const file = isType ? source : publish()
  const statements = isType ? written : statementsOf(file, name)
  const shown = statements.map((statement): Text => {
    const full = ts.isClassDeclaration(statement) ? classText(statement, file) : statement.getText(file)
    return { full, short: isWritten(statement) ? full : shortText(statement, file) }
  })
  const keyword = statements.some(ts.isVariableDeclaration) ? 'const ' : ''
  const joined = (texts: readonly string[]) => texts.map((text) => `${keyword}${tidy(text)}`).join('\n')
  return { full: joined(shown.map(({ full }) => full)), short: joined(shown.map(({ short }) => short)) }
}

type Inferred = ts.FunctionDeclaration | ts.VariableDeclaration

const isWritten = (statement: Named | ts.VariableDeclaration): statement is Exclude<Named, ts.FunctionDeclaration> =>
  !ts.isFunctionDeclaration(statement) && !ts.isVariableDeclaration(statement)

/** The type of a constant, or what a function answers with, is cut where it is long. */
function shortText(declared: Inferred, file: ts.SourceFile): string {
  const { type } = declared
  const text = declared.getText(file)
  if (!type) return text
  const written = type.getText(file)
  const before = text.slice(0, text.lastIndexOf(written))
  if (ts.isTypeReferenceNode(type) && type.typeArguments) {
    const inside = type.typeArguments.map((each) => each.getText(file)).join(', ')
    return inside.length > longestArguments ? `${before}${type.typeName.getText(file)}<…>` : text
  }
  return written.length > longestType ? `${before}{ … }` : text
}

export function kindOf(symbol: ts.Symbol): 'class' | 'const' | 'function' | 'type' {
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  if (symbol.flags & ts.SymbolFlags.Function) return 'function'
  return symbol.flags & ts.SymbolFlags.Variable ? 'const' : 'type'
}

function classText(declared: ts.ClassDeclaration, file: ts.SourceFile): string {
  const isHidden = (member: ts.ClassElement) =>
    (member.name && ts.isPrivateIdentifier(member.name)) ||
    (ts.canHaveModifiers(member) &&
      ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true)
  const from = declared.getStart(file)
  return declared.members
    .filter(isHidden)
    .toReversed()
    .reduce((text, member) => text.slice(0, member.pos - from) + text.slice(member.end - from), declared.getText(file))
}

function tidy(text: string): string {
  return text
    .replace(/^(?:export )?(?:declare )?/, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2))
    .replaceAll(/;$/gm, '')
}
