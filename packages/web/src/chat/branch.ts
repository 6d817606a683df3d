/** Branches: conversations that begin with another wording of something said before. */

const form = /-from-(ses_[\w-]+)$/

/** A name for a new conversation that tells which session it branched from. */
export function branchThread(session: string): string {
  return `thr_${crypto.randomUUID()}-from-${session}`
}

/** The session whose message was said anew; undefined for a conversation that is no branch. */
export function branchOrigin(thread: string): string | undefined {
  return form.exec(thread)?.[1]
}
