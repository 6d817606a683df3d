/** Nothing here may make code of text, also not a library: whoever tries fails. Only for a process of its own. */

function refuse(): never {
  throw new Error('Code is not made of text here.')
}

globalThis.Function = new Proxy(Function, { apply: refuse, construct: refuse })
globalThis.eval = refuse
