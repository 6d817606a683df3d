/** Which arguments of `git merge` are its message, or the file of it, whatever they look like. */

const takesMessage = /^(?:-[enqv]*[mF]|--message|--file)$/

/** What surely takes nothing from the argument behind it: text, an option with its value attached, a known switch. */
const takesNothing =
  /^(?:$|[^-]|--no-|--[^=]+=|--(?:commit|edit|ff|ff-only|quiet|signoff|squash|stat|verbose)$|-[enqv]+$)/

/**
 * Their places. `-m` counts only where it is surely an option itself: were it the value of the one before, what
 * follows would be an option.
 */
export function mergeMessages(args: readonly string[]): ReadonlySet<number> {
  const messages = new Set<number>()
  for (const [at, argument] of args.entries()) {
    const isFree = at === 0 || messages.has(at - 1) || takesNothing.test(args[at - 1] ?? '')
    if (isFree && takesMessage.test(argument)) messages.add(at + 1)
  }
  return messages
}
