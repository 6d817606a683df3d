/** What is said when nothing can be written to stdout: not on a stack of Node's, and on stderr. */
export function outputFailure({ code, message }: NodeJS.ErrnoException): string {
  const why = code === 'ENOSPC' ? 'there is no room where it goes' : message
  return `Error: The output cannot be written: ${why}.\nFix: Send it elsewhere; \`gyre show last\` shows the last session again.\n`
}
