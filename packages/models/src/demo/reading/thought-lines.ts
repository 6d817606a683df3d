/** Thoughts as a loop lists them: numbered, or behind dashes; further lines of one stand below its first. */
export function stepsIn(lines: string | undefined): readonly string[] {
  if (lines === undefined || lines.trim() === '') return []
  return lines
    .split(/^(?:\d+[.)]|-)\s+/m)
    .map((thought) => thought.trim())
    .filter((thought) => thought !== '')
}
