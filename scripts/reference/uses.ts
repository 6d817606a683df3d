/** Which symbols the declaration of another names. */
import { posix, relative, sep } from 'node:path'
import ts from 'typescript'
import { root } from './entries.ts'

/** The symbol itself, where an index only passes it on. */
export const originOf = (symbol: ts.Symbol, checker: ts.TypeChecker) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

export const fileOf = (node: ts.Node) => relative(root, node.getSourceFile().fileName).split(sep).join(posix.sep)

export const idOf = (symbol: ts.Symbol, declared: ts.Node) => `${fileOf(declared)} ${symbol.name}`

const isBody = (node: ts.Node) => ts.isBlock(node) || (ts.isArrowFunction(node.parent) && node === node.parent.body)
const isNamed = (node: ts.Node) => ts.isTypeReferenceNode(node.parent) || ts.isTypeQueryNode(node.parent)

/** The ids of what a declaration names, bodies left out. */
export function usesOf(declared: ts.Node, itself: ts.Symbol, checker: ts.TypeChecker): ReadonlySet<string> {
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (isBody(node)) return
    if (ts.isIdentifier(node) && isNamed(node)) note(node)
    ts.forEachChild(node, visit)
  }
  const note = (name: ts.Identifier): void => {
    const found = checker.getSymbolAtLocation(name)
    const named = found && originOf(found, checker)
    const [where] = named?.declarations ?? []
    if (named && where && named !== itself) used.add(idOf(named, where))
  }
  visit(declared)
  return used
}
