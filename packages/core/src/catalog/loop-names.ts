/** Names that only loops have. Personas and loops are started by their names, so a name says one thing. */

type Named = { readonly name: string }

/** People do not keep `React` and `react` apart, and neither do all file systems. */
export function foldedName(name: string): string {
  return name.toLowerCase()
}

/** The loop whose name this is in any case; undefined when it is free. */
export function loopCalled(name: string, loops: readonly Named[]): string | undefined {
  return loops.map((loop) => loop.name).find((each) => foldedName(each) === foldedName(name))
}

/** What is wrong with a persona of such a name. */
export function loopNameFault(name: string, loop: string): string {
  const same = name === loop ? '' : `, but for capitals, \`${loop}\`,`
  return `\`${name}\` is${same} the name of a loop, which no persona may have; choose another name`
}
