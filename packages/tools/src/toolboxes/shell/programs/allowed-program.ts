/** Programs that may be run: found once, with what their arguments may be. */
import { basename } from 'node:path'
import { GyreError, matchesGlob } from '@gyre/core'
import { shownPath } from '../../files/access/shown-path.ts'
import { argumentFault } from './argument-check.ts'
import { gitEnvironment } from './git-rules.ts'
import { familyOf, launcherReason } from './launchers.ts'
import { findProgram } from './search-path.ts'

/** A program that may be run, with the arguments it may have. */
export type ShellProgram =
  | string
  | {
      /** Its exact name, without a folder. */
      readonly name: string
      /** Patterns of arguments: each argument must fit one, and none that begins with `!`. */
      readonly args?: readonly string[] | undefined
      /** Says on purpose that it may run other programs: an interpreter is refused without, and no option is with it. */
      readonly anyArgs?: boolean | undefined
    }

export type AllowedProgram = {
  readonly name: string
  /** The whole path. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** What is wrong with these arguments; undefined when they may be given. */
  fault(args: readonly string[]): string | undefined
}

export type ProgramPlaces = { readonly folders: readonly string[]; readonly cwd: string }

/** Fails for a program that is not there, or that runs others and was not allowed to on purpose. */
export function allowedProgram(given: ShellProgram, { folders, cwd }: ProgramPlaces): AllowedProgram {
  const { name, args = [], anyArgs = false } = typeof given === 'string' ? { name: given } : given
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(name)) throw refused(name, 'is not the name of a program, without a folder')
  if (!anyArgs) refuseLauncher(name, name)
  const found = findProgram(name, folders, cwd)
  if (!found) throw refused(name, `is in none of the folders ${folders.join(', ')}`)
  const names = knownNames(name, found.real)
  if (!anyArgs) for (const each of names) refuseLauncher(name, each)
  const families = names.flatMap(familyOf)
  const fault: AllowedProgram['fault'] = (given) =>
    patternFault(args, given) ?? (anyArgs ? undefined : argumentFault(families, given))
  return { name, file: found.file, env: families.includes('git') ? gitEnvironment : {}, fault }
}

function refuseLauncher(name: string, known: string): void {
  const why = launcherReason(known)
  if (why) throw refused(name, `${why}: allow it on purpose, as { name: '${name}', anyArgs: true }`)
}

/** A program may be a link to another: what that does counts, unless it is one of those that are many in one. */
function knownNames(name: string, real: string): readonly string[] {
  const target = basename(real)
  return /^(busybox|toybox|coreutils|uutils)/i.test(target) ? [name] : [...new Set([name, target])]
}

function patternFault(patterns: readonly string[], args: readonly string[]): string | undefined {
  const denied = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const allowed = patterns.filter((pattern) => !pattern.startsWith('!'))
  const wrong = args.find(
    (argument) =>
      denied.some((pattern) => matchesGlob(pattern, argument)) ||
      (allowed.length > 0 && !allowed.some((pattern) => matchesGlob(pattern, argument))),
  )
  return wrong === undefined ? undefined : `\`${shownPath(wrong)}\` is not allowed. Patterns: ${patterns.join(' ')}`
}

function refused(name: string, why: string): GyreError {
  return new GyreError('program-refused', `\`${name}\` ${why}.`, { program: name })
}
