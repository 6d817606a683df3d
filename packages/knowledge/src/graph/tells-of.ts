/** Whether a folded text tells of a folded name, as whole words. */
export function tellsOf(folded: string, name: string): boolean {
  return name !== '' && ` ${folded} `.includes(` ${name} `)
}
