/** Which personas may call a tool. */

type Tool = { readonly name: string; readonly from: string }
type Persona = { readonly name: string; readonly tools?: readonly string[] | undefined }

/** A persona that names no tools has all but those which sessions must name. */
export function personasWith({ name, from }: Tool, personas: readonly Persona[]): readonly string[] {
  const isForThoseWhoNameIt = from.includes(', for sessions that name ')
  return personas
    .filter(({ tools }) => (tools ? tools.some((pattern) => fits(pattern, name)) : !isForThoseWhoNameIt))
    .map((persona) => persona.name)
}

/** `web.*`, `*.read`: a star stands for any characters. */
function fits(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === name
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false
  let at = head.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > name.length - tail.length) return false
    at = found + piece.length
  }
  return true
}
