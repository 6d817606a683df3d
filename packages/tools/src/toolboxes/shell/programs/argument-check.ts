/** Arguments that would make an ordinary program run others. */
import { shownPath } from '../../files/access/shown-path.ts'
import { type ArgumentRule, argumentRule } from './argument-rules.ts'
import { gitFault } from './git-rules.ts'
import { isOption } from './option-match.ts'

/** What is wrong with the arguments of a program that is known under these names; undefined when nothing is. */
export function argumentFault(names: readonly string[], args: readonly string[]): string | undefined {
  if (names.includes('git')) return gitFault(args)
  const rule = argumentRule(names)
  if (rule.begins !== undefined && args[0] !== rule.begins) return `its first argument must be \`${rule.begins}\``
  const wrong = args.find((argument, at) => isRefused(rule.bareBundle && at === 0 ? dashed(argument) : argument, rule))
  return wrong === undefined
    ? undefined
    : `\`${shownPath(wrong)}\` can make it run other programs or take its options from a file`
}

function isRefused(argument: string, { options = [], whole = [], forms = [] }: ArgumentRule): boolean {
  if (forms.some((form) => form.test(argument))) return true
  return !whole.includes(argument.split('=', 1)[0] ?? '') && options.some((option) => isOption(argument, option))
}

function dashed(argument: string): string {
  return argument.startsWith('-') ? argument : `-${argument}`
}
